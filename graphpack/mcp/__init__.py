"""The server that hosts of models talk to, over the Model Context Protocol.

It keeps records of sessions, answers from them, packs them, checks packs, and shortens what tools
gave. Everything is computed on this machine; no model is asked.
"""
