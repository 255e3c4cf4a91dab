import type { Environment } from './config.ts';

/** Renamed settings by their former names, which are still accepted. */
const renamed: Readonly<Record<string, string>> = {
  AUDITS_AT_ONCE: 'CONCURRENT_AUDITS',
  CLOSING_DAYS: 'ACCOUNT_DELETION_DAYS',
  CREDIT_MOST: 'CREDIT_MAX',
  OVERLAY_ANSWER_LIMIT: 'OVERLAY_RESPONSE_LIMIT',
  PAYOUT_LEAST: 'PAYOUT_MIN',
  PLAZA_STRANGER_LIMIT: 'PLAZA_ANONYMOUS_LIMIT',
  READS_AT_ONCE: 'CONCURRENT_READS',
  REQUESTS_WAITING: 'REQUEST_QUEUE_LIMIT',
  REQUEST_WAIT: 'REQUEST_QUEUE_TIMEOUT',
  SIGN_UP_DEVICE_TRY_LIMIT: 'SIGN_UP_DEVICE_ATTEMPT_LIMIT',
  SIGN_UP_TRY_LIMIT: 'SIGN_UP_ATTEMPT_LIMIT',
  TOOLS_SOLD: 'SELL_TOOLS',
  TOOL_MEMORY_MB: 'SANDBOX_MEMORY_MB',
  TOOL_LOOKUPS_FREE: 'FREE_TOOL_LOOKUPS',
  TOOL_RUNS_FREE: 'FREE_TOOL_RUNS',
  TOP_UPS_PENDING: 'TOP_UP_PENDING_LIMIT',
  TOP_UP_LEAST: 'TOP_UP_MIN',
  TOP_UP_MOST: 'TOP_UP_MAX',
  WRITES_AT_ONCE: 'CONCURRENT_WRITES',
  X402_CALLS_AT_ONCE: 'X402_CONCURRENT_CALLS',
  X402_PRICE_LIST_MAXIMUM: 'X402_PRICE_LIST_MAX',
};

const isSet = (value: string | undefined) => value !== undefined && value.trim() !== '';

/** Moves values from former to current names. A value under the current name wins. */
export function withCurrentNames(environment: Environment): Environment {
  const values = { ...environment };
  for (const [former, name] of Object.entries(renamed))
    if (isSet(environment[former]) && !isSet(environment[name])) values[name] = environment[former];
  return values;
}

/** A warning for each former name in the environment. */
export const formerNameWarnings = (environment: Environment): string[] =>
  Object.entries(renamed)
    .filter(([former]) => isSet(environment[former]))
    .map(
      ([former, name]) =>
        `The setting ${former} is now called ${name}. Rename it: the old name will be removed`,
    );
