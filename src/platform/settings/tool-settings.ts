import { count, flag } from './setting.ts';

/** The tools of the toolkit: what is free on pages, and what one run may take. */
export const toolSettings = {
  TOOLS_SOLD: flag('Whether tools are sold per call over x402', true),
  TOOL_RUNS_FREE: count(
    'Runs of tools that are free on pages, per person or network address in an hour',
    1200,
  ),
  TOOL_LOOKUPS_FREE: count(
    'Runs of tools that ask other servers, free on pages, per person or network address in an hour',
    60,
  ),
  TOOL_SECONDS: count('Seconds that a tool may work on one input', 3),
  TOOL_MEMORY_MB: count('Memory in MB of each of the two threads that run tools on complex input', 128, 32),
} as const;
