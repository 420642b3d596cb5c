"""Chat templates in the manner of five families of models, and a small tokenizer that has their special tokens."""

from functools import cache
from typing import Any

QWEN = """{%- set ns = namespace(last=messages|length - 1, open=true) -%}
{%- for message in messages[::-1] -%}
{%- if ns.open and message.role == 'user' -%}
{%- set ns.open = false -%}{%- set ns.last = messages|length - 1 - loop.index0 -%}{%- endif -%}{%- endfor -%}
{%- for message in messages -%}
{%- if message.role == 'tool' -%}
{{- '<|im_start|>user\\n<tool_response>\\n' + message.content + '\\n</tool_response><|im_end|>\\n' -}}
{%- elif message.role == 'assistant' and loop.index0 > ns.last and (loop.last or message.reasoning_content) -%}
{{- '<|im_start|>assistant\\n<think>\\n' + (message.reasoning_content or '') + '\\n</think>\\n\\n' -}}
{{- message.content + '<|im_end|>\\n' -}}
{%- else -%}{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' -}}{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}
{%- if enable_thinking is defined and enable_thinking is false -%}{{- '<think>\\n\\n</think>\\n\\n' -}}{%- endif -%}
{%- endif -%}"""

LLAMA = """{{- bos_token -}}{%- for message in messages -%}
{{- '<|start_header_id|>' + ('ipython' if message.role == 'tool' else message.role) + '<|end_header_id|>\\n\\n' -}}
{{- message.content | trim + '<|eot_id|>' -}}{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n' -}}{%- endif -%}"""

SMOLLM = """{%- if messages[0].role != 'system' -%}
{{- '<|im_start|>system\\nYou are helpful.<|im_end|>\\n' -}}{%- endif -%}
{%- for message in messages -%}
{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' -}}{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}"""

DEEPSEEK = """{{- bos_token -}}{%- for message in messages -%}
{%- if message.role == 'system' -%}{{- message.content -}}
{%- elif message.role == 'assistant' -%}
{{- '<｜Assistant｜>' + message.content.split('</think>')[-1] + '<｜end▁of▁sentence｜>' -}}
{%- elif message.role == 'tool' -%}
{{- '<｜tool▁output▁begin｜>' + message.content + '<｜tool▁output▁end｜>' -}}
{%- else -%}{{- '<｜User｜>' + message.content -}}{%- endif -%}{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<｜Assistant｜><think>\\n' -}}{%- endif -%}"""

GPT_OSS = """{{- '<|start|>system<|message|>Current date: ' + strftime_now('%Y-%m-%d') + '<|end|>' -}}
{%- for message in messages -%}
{%- if message.role == 'tool' -%}{{- raise_exception('no tool was called') -}}
{%- elif message.role == 'assistant' and loop.last and not add_generation_prompt -%}
{%- if 'thinking' in message -%}
{{- '<|start|>assistant<|channel|>analysis<|message|>' + message.thinking + '<|end|>' -}}{%- endif -%}
{{- '<|start|>assistant<|channel|>final<|message|>' + message.content + '<|return|>' -}}
{%- elif message.role == 'assistant' -%}
{{- '<|start|>assistant<|channel|>final<|message|>' + message.content + '<|end|>' -}}
{%- else -%}{{- '<|start|>' + message.role + '<|message|>' + message.content + '<|end|>' -}}{%- endif -%}
{%- endfor -%}{%- if add_generation_prompt -%}{{- '<|start|>assistant' -}}{%- endif -%}"""

FAMILIES = {"qwen": QWEN, "llama": LLAMA, "smollm": SMOLLM, "deepseek": DEEPSEEK, "gpt-oss": GPT_OSS}

SPECIAL = """<|im_start|> <|im_end|> <|begin_of_text|> <|start_header_id|> <|end_header_id|> <|eot_id|> <｜Assistant｜>
<｜User｜> <｜end▁of▁sentence｜> <｜tool▁output▁begin｜> <｜tool▁output▁end｜> <｜tool▁outputs▁begin｜>
<｜tool▁outputs▁end｜> <|start|> <|message|> <|channel|> <|end|> <|return|>""".split()
ADDED = ["<think>", "</think>", "<tool_response>", "</tool_response>"]
"""Tokens of their own that are not special, as in Qwen's tokenizers."""
TEXT = """module counter(input clk, output reg [3:0] q); always @(posedge clk) q <= q + 1; endmodule
The line says that the value is wrong, so the cause is the reset. system user assistant tool"""


@cache
def tokenizer() -> Any:
    """Byte-level, so that every text has tokens; a few merges, so that a border between texts could be merged away."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=700,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    inner.train_from_iterator([TEXT] * 3, trainer)
    inner.add_tokens([AddedToken(text, normalized=False) for text in ADDED])
    return PreTrainedTokenizerFast(tokenizer_object=inner, bos_token="<|begin_of_text|>", eos_token="<|im_end|>")
