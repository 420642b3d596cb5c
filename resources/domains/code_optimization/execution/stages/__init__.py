"""The stages of an execution: reject, build (assemble, link), run (test, measure). `backend` puts them in order."""
