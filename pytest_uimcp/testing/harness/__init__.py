"""What all servers under test share: the loop they live on, their clock, their steps, the errors of their apps."""
