"""F-01 to F-39: what broke other products."""

from __future__ import annotations

from requirement_tables.status import planned, tested

FAULTS = (
    # 1. Lossy compression
    tested("F-01", "pairs come apart"),
    planned("F-02", 4, "a failed summary loses the middle", "failures of a summariser"),
    tested("F-03", "compacting for ever without progress"),
    tested("F-04", "a finished task is begun again"),
    tested("F-05", "the last request of the user is gone"),
    planned("F-06", 4, "the summariser's prompt is too long", "chunks within the summariser's window"),
    tested("F-07", "cut arguments are no JSON"),
    tested("F-08", "calls in flight are lost or run twice"),
    tested("F-09", "a tail too large, or nowhere to cut"),
    tested("F-10", "tokens are counted too low"),
    tested("F-11", "a refusal passes for a summary"),
    planned("F-12", 4, "a failure half-way poisons what follows", "failures of a summariser"),
    tested("F-13", "secrets in prompts and summaries"),
    planned("F-14", 4, "reasoning in the summariser's prompt", "prompts for a summariser"),
    tested("F-15", "lists of parts crash or become their own source code"),
    tested("F-16", "orphans on the second pass"),
    # 2. Prompt-cache markers
    tested("F-17", "markers where no provider honours them"),
    tested("F-18", "markers on blank text"),
    tested("F-19", "markers add up"),
    # 3. Recoverable compaction
    tested("F-20", "recency counts messages where one message is a whole turn"),
    tested("F-21", "the middle of a long result is invisible"),
    tested("F-22", "savings counted in characters"),
    tested("F-23", "more is folded than the budget needs"),
    tested("F-24", "copies far apart are not seen"),
    tested("F-25", "calls vanish from the report"),
    planned("F-26", 5, "nobody was asked and nothing is said", "bounded evidence, reasons in words"),
    tested("F-27", "forged and ambiguous markers"),
    tested("F-28", "compacting what is compacted"),
    tested("F-29", "blocks become one string; mixed results are never folded"),
    tested("F-30", "cuts inside characters, text that cannot be encoded"),
    planned("F-31", 5, "an oversized result breaks batches apart", "batches within the request limit"),
    planned("F-32", 5, "requests larger than they were thought to be", "split and retry"),
    tested("F-33", "one odd value rejects everything"),
    # 4. Archive and references
    tested("F-34", "a marker is archived in the place of the original"),
    tested("F-35", "a preview reads like damage"),
    tested("F-36", "foreign markers are taken for ours"),
    tested("F-37", "forged summaries"),
    tested("F-38", "a miss does not say why"),
    planned("F-39", 6, "the store grows for ever", "size limit; one copy of equal content is there now"),
)
