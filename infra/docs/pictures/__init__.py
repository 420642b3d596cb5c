"""Pictures of what people see, for README and the documentation; `__main__` takes them."""
