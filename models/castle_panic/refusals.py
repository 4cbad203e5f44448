"""x"""


def refusal(position, text):
    return ""
