"""From a chunk of messages to a graph with evidence, offline or through a model."""
