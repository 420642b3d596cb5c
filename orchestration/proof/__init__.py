"""The experiment "the corpus helps": collect, prepare, answer, judge, report; each goes on where it was killed."""
