import { count, flag } from './setting.ts';

/** The tools of the toolkit: what pages offer for free, and the limits of one run. */
export const toolSettings = {
  SELL_TOOLS: flag('Whether tools are sold per call over x402', true),
  FREE_TOOL_RUNS: count('Free tool runs on pages per person or network address in an hour', 1200),
  FREE_TOOL_LOOKUPS: count(
    'Free runs of network tools on pages per person or network address in an hour',
    60,
  ),
  TOOL_SECONDS: count('Timeout of a tool run, in seconds', 3),
  SANDBOX_MEMORY_MB: count(
    'Memory limit in MB of each process that works on images and documents of strangers. Photos of members may take two and a half times as much',
    144,
    96,
  ),
  SANDBOX_PROCESSES: count(
    'Processes that work at once on images and documents of strangers, for each of free runs, paid calls, members and audits. 0 is half of the cores but one',
    0,
    0,
  ),
  SANDBOX_NICENESS: count(
    'Niceness of the processes that work on images and documents of strangers, at most 19. Those of members and paid calls have half of it. 0 lets them compete with requests',
    10,
    0,
  ),
} as const;
