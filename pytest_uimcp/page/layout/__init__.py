"""What is known of layout from the style sheets alone: what has no size, lies outside, is cut off, or covers."""
