"""Call a learner's program, in this process or in that of a hand-in, which may load this folder."""
