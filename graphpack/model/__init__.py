"""The values every stage speaks in: conversation, graph, report, their checks and written forms."""
