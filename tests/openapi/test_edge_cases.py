"""The edge cases that the contract lists in 23 groups, and the tests that hold them. A test keeps this list true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent

DISCOVERY, SOURCES = "loading/test_discovery.py", "loading/test_sources.py"
PARSE, DOCUMENT, REFERENCES, TWINS = (
    "test_documents.py", "spec/test_document.py", "spec/test_references.py", "spec/test_twins.py",
)  # fmt: skip
CONVERTER, INPUTS = "schemas/test_converter.py", "schemas/test_inputs.py"
NAMES, OPENING, CONFIG = "test_names.py", "test_opening.py", "config/test_read_config.py"
URLS, BODIES, AUTH, HTTP = (
    "requests/test_urls.py", "requests/test_bodies.py", "requests/test_auth.py", "requests/test_http.py",
)  # fmt: skip
STDIO, SSE, CHAIN, CONFIRMING = (
    "serving/test_stdio.py", "serving/test_sse.py", "serving/test_chain.py", "serving/test_confirming.py",
)  # fmt: skip
COMMAND, CHILDREN, DANGER, SET_AUTH = (
    "commands/test_nlui.py", "children/test_children.py", "test_danger.py", "test_setauth.py",
)  # fmt: skip
CLIENTS = "../integration/clients/test_nlui.py"

GROUPS: dict[int, list[tuple[str, str]]] = {
    1: [
        (PARSE, "json_is_read_as_json_reads_it"),
        (PARSE, "a_byte_order_mark_says_the_encoding"),
        (SOURCES, "a_file_is_what_its_content_says"),
        (DOCUMENT, "a_document_that_is_not_a_specification_is_refused_with_what_is_missing"),
        (DISCOVERY, "pages_that_are_not_specifications_are_skipped_everywhere"),
        (DISCOVERY, "the_servers_own_hint_comes_first"),
        (DISCOVERY, "an_html_page_names_the_specification"),
        (DISCOVERY, "the_earlier_place_wins_even_if_it_is_slower"),
        (DISCOVERY, "a_circle_of_redirects_and_a_huge_answer_are_passed_over"),
        (DISCOVERY, "a_server_that_hangs_is_waited_for_no_longer_than_its_bounds"),
        (SOURCES, "thirty_megabytes_are_too_much"),
        (OPENING, "a_target_that_fails_is_skipped_and_the_others_go_on"),
    ],
    2: [(TWINS, "tools_are_equal"), (TWINS, "requests_are_equal")],
    3: [
        (CONVERTER, "a_recursive_schema_is_once_under_defs"),
        (CONVERTER, "schemas_that_lead_to_each_other_are_the_same_whoever_comes_first"),
        (INPUTS, "deeply_nested_schemas_are_moved_to_defs"),
        (REFERENCES, "a_reference_to_nothing_allows_anything_and_the_operation_stays"),
        (SOURCES, "references_to_other_files_are_followed_only_on_request"),
        (REFERENCES, "a_fragment_is_a_pointer"),
        (REFERENCES, "a_path_item_may_be_a_reference"),
        (REFERENCES, "parameters_and_bodies_may_be_references"),
        (REFERENCES, "keys_beside_a_reference_count_since_3_1"),
    ],
    4: [
        (CONVERTER, "what_json_schema_has_too_is_kept"),
        (CONVERTER, "nullable_becomes_a_type"),
        (CONVERTER, "boolean_schemas"),
        (CONVERTER, "a_boolean_bound_becomes_a_number"),
        (CONVERTER, "read_only_properties_are_in_no_request"),
        (CONVERTER, "binary_text_in_a_form_is_a_file"),
    ],
    5: [(OPENING, "a_changed_file_is_read_again"), (OPENING, "a_target_that_fails_is_skipped_and_the_others_go_on")],
    6: [
        (NAMES, "a_tool_is_named_after_its_target_and_operation"),
        (NAMES, "long_names_that_begin_alike_stay_apart"),
        (NAMES, "operations_of_the_same_id_are_tools_of_different_names_that_call_what_they_should"),
        (NAMES, "operations_without_an_id_are_named_after_method_and_path"),
        (NAMES, "an_operation_called_set_auth_keeps_its_name"),
        (NAMES, "a_strict_name_has_no_dots_and_colons"),
        (CONFIG, "a_wrong_value_is_reported_with_its_path"),
    ],
    7: [(NAMES, "the_order_of_tools_is_the_documents_in_every_run")],
    8: [
        (URLS, "a_value_in_the_path"),
        (URLS, "a_value_that_would_lead_up_is_refused"),
        (URLS, "a_value_in_the_query"),
        (URLS, "what_is_missing_is_named_before_anything_is_sent"),
    ],
    9: [
        (URLS, "every_style_of_a_path"),
        (URLS, "a_value_in_the_query"),
        (URLS, "what_is_optional_and_empty_is_left_out"),
        (TWINS, "every_collection_format"),
    ],
    10: [
        (URLS, "a_header_stays_one_line"),
        (HTTP, "a_specification_does_not_get_at_the_framing_of_a_request"),
        (HTTP, "a_cookie_argument_is_sent_with_the_kept_cookies"),
        (AUTH, "a_declared_authorization_parameter_does_not_override_it"),
        (URLS, "the_same_name_in_several_places"),
    ],
    11: [
        (BODIES, "json_is_sent_as_it_is"),
        (BODIES, "a_vendors_json_keeps_its_name"),
        (BODIES, "a_form_in_pairs"),
        (BODIES, "a_multipart_form"),
        (BODIES, "text_is_sent_as_it_is"),
        (BODIES, "bytes_may_be_text_or_base64"),
        (BODIES, "a_get_has_no_body_and_no_content_type"),
        (BODIES, "a_body_of_five_megabytes"),
    ],
    12: [
        (AUTH, "every_kind_of_configured_credential"),
        (SET_AUTH, "a_token_is_used_from_now_on"),
        (AUTH, "a_token_of_the_caller_wins_over_the_configured_one"),
        (AUTH, "an_operation_that_wants_no_credential_gets_none"),
        (AUTH, "a_redirect_to_another_origin_carries_no_credential"),
        (AUTH, "a_redirect_that_copies_the_query_does_not_hand_the_key_on"),
        (AUTH, "no_log_and_no_result_ever_holds_the_token"),
    ],
    13: [
        (HTTP, "what_an_answer_becomes"),
        (HTTP, "an_image_is_an_image"),
        (HTTP, "gzip_is_unpacked"),
        (HTTP, "endless_chunks_end_at_the_time_out"),
        (HTTP, "a_server_that_is_not_there_is_named"),
        (HTTP, "ten_megabytes_are_read_and_can_be_cut_between_characters"),
        (HTTP, "a_text_is_cut_at_characters"),
    ],
    14: [(HTTP, "a_login_is_remembered_by_its_target_only")],
    15: [
        (CLIENTS, "the_python_client"),
        (CLIENTS, "the_inspector"),
        (STDIO, "everything_is_answered_before_initialize"),
    ],
    16: [
        (STDIO, "every_mistake_has_its_error_and_loses_nothing"),
        (STDIO, "ids_come_back_as_they_went"),
        (STDIO, "a_batch_is_answered_with_one_array_when_all_its_requests_are"),
        (STDIO, "a_message_without_an_id_is_never_answered"),
        (COMMAND, "standard_output_has_only_json_and_the_end_of_the_input_is_the_end"),
    ],
    17: [
        (STDIO, "ping_is_answered_while_a_call_runs_and_a_cancelled_call_is_not"),
        (STDIO, "fifty_calls_at_once_are_all_answered_sixteen_at_a_time"),
        (STDIO, "at_the_end_of_the_input_a_running_call_may_finish"),
        (COMMAND, "the_handshake_does_not_wait_for_a_server_that_is_slow_to_start"),
        (STDIO, "lines_may_be_long_end_with_cr_begin_with_a_bom_and_be_cut_short"),
    ],
    18: [
        (SSE, "replies_go_to_their_own_session_and_a_dead_one_is_not_found"),
        (SSE, "a_client_that_goes_cancels_its_calls"),
        (SSE, "other_methods_paths_hosts_and_origins_are_refused"),
        (SSE, "a_session_that_is_given_too_much_is_busy"),
        (SSE, "an_idle_stream_is_kept_alive"),
        (COMMAND, "a_port_in_use_is_a_start_that_fails"),
    ],
    19: [
        (CHILDREN, "tools_are_listed_as_they_are_under_the_servers_name"),
        (CHILDREN, "a_server_that_cannot_be_started_is_skipped_and_the_others_go_on"),
        (CHILDREN, "an_unknown_version_is_a_warning_and_no_tools_are_no_error"),
        (CHILDREN, "results_pass_through_as_they_come"),
        (CHILDREN, "requests_of_a_child_are_answered_whatever_their_id"),
        (CHILDREN, "a_child_that_dies_fails_its_call_and_is_started_again_by_the_next_one"),
        (CHILDREN, "shutdown_ends_the_children_and_what_they_started"),
        (CHILDREN, "a_megabyte_on_standard_error_blocks_nobody"),
        (CHILDREN, "a_child_sees_a_few_of_our_variables_those_it_inherits_and_its_own"),
    ],
    20: [(CHILDREN, "names_are_legal_unique_and_routed_by_a_map")],
    21: [
        (CONFIG, "a_wrong_value_is_reported_with_its_path"),
        (CONFIG, "a_name_with_two_underscores_works_with_a_warning"),
        (CONFIG, "servers_and_clients_are_one_list_servers_first"),
        (CONFIG, "the_block_of_the_documentation_loads"),
    ],
    22: [
        (CHAIN, "calls_errors_images_and_structured_content_pass_through"),
        (CHAIN, "a_cancelled_call_is_cancelled_at_the_child"),
    ],
    23: [
        (DANGER, "methods_that_overwrite_or_remove_are_dangerous"),
        (DANGER, "a_word_of_the_name_makes_it_dangerous_and_a_part_of_a_word_does_not"),
        (CONFIRMING, "refuse_refuses_what_changes_and_nothing_else"),
        (CONFIRMING, "never_refuses_a_target_that_always_wants_confirmation"),
        (CONFIRMING, "an_answer_that_nobody_waits_for_approves_nothing"),
        (CONFIRMING, "clients_of_both_eras_are_asked_once_for_each_call"),
    ],
}


def test_no_group_is_left_out() -> None:
    assert list(GROUPS) == list(range(1, 24))


@pytest.mark.parametrize("number", GROUPS)
def test_every_group_has_its_tests(number: int) -> None:
    missing = [
        f"{file}::test_{name}"
        for file, name in GROUPS[number]
        if not re.search(rf"def test_{name}\(", (HERE / file).read_text(encoding="utf-8"))
    ]
    assert missing == []
