"""What a scripted model says, as `evals.scripted_replies` has it."""

from evals.scripted_replies import Call, Reply, example_of, pieces, text_of_tokens

__all__ = ["Call", "Reply", "example_of", "pieces", "text_of_tokens"]
