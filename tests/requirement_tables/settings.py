"""Every setting: whether a test shows it changing an outcome, or which step makes it act."""

from __future__ import annotations

from requirement_tables.status import planned, tested

OPTIONS = (
    tested("context.engine", "the engine that makes contexts smaller"),
    tested("compression.threshold", "share of the window at which it fires"),
    tested("compression.target_ratio", "share of the threshold that the tail gets"),
    tested("compression.protect_last_n", "messages of the tail at the least"),
    tested("compression.protect_first_n", "messages of the head"),
    tested("compression.tail_pressure", "what happens to a tail that is too large"),
    planned(
        "compression.on_summary_failure", 4, "what happens without a summary", "failures of a summariser"
    ),
    tested("compression.max_summary_tokens", "size of a summary"),
    tested("compression.enabled", "whether it compresses at all"),
    planned("auxiliary.compression.model", 4, "who writes summaries", "summarisers over HTTP"),
    planned("auxiliary.compression.provider", 4, "whose model that is", "summarisers over HTTP"),
    planned("auxiliary.compression.base_url", 4, "where it is asked", "summarisers over HTTP"),
    planned("auxiliary.compression.context_length", 4, "that model's window", "summarisers over HTTP"),
    planned("auxiliary.compression.api_key", 4, "the key for it", "summarisers over HTTP"),
    tested("prompt_caching.cache_ttl", "how long a prefix is cached"),
    tested("compaction.drop_threshold", "default of a call's option"),
    tested("compaction.preserve_recent_messages", "default of a call's option"),
    tested("compaction.preserve_recent_pairs", "default of a call's option"),
    planned("compaction.evidence_chars", 5, "default of a call's option", "evidence for a decision service"),
    tested("compaction.preview_chars", "default of a call's option"),
    tested("compaction.preview_style", "default of a call's option"),
    tested("compaction.min_savings_tokens", "default of a call's option"),
    planned("compaction.max_state_tokens", 5, "default of a call's option", "batches within the limit"),
    planned("compaction.max_request_tokens", 5, "default of a call's option", "batches within the limit"),
    tested("compaction.max_output_tokens", "default of a call's option"),
    planned("compaction.max_concurrency", 5, "default of a call's option", "requests to a decision service"),
    planned("compaction.total_timeout_seconds", 5, "default of a call's option", "one deadline"),
    tested("archive.path", "where the archive lies"),
    planned("decision.backend", 5, "who judges old results", "the systemone decider"),
    planned("decision.base_url", 5, "where it is asked", "the systemone decider"),
    planned("decision.path", 5, "under which path", "the systemone decider"),
    planned("decision.model", 5, "which model", "the systemone decider"),
    planned("decision.api_key", 5, "the key for it", "the systemone decider"),
    tested("server.protected_tools", "tools whose results are never folded"),
    tested("server.tools", "which tools are listed"),
    planned("server.transcripts", 3, "whose session files may be read", "transcript"),
)
