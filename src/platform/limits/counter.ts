/** How often one caller may do something. */
export interface LimitRule {
  name: string;
  calls: number;
  /** In milliseconds, a multiple of 1000. */
  within: number;
  /** How long a key stays blocked after exceeding the limit, in milliseconds. */
  blockFor?: number;
  /** Whether counts survive a restart or crash, whatever the store of other rules. For sign-in lockouts. */
  durable?: boolean;
  /** Whether each process counts separately, for work that is cheaper than querying the store. */
  local?: boolean;
}

export interface Count {
  /** Calls in the current window. */
  used: number;
  /** Milliseconds until the window or the block ends. */
  endsIn: number;
}

/** A store of counts: memory, PostgreSQL or Redis. */
export interface Counter {
  add(rule: LimitRule, key: string): Promise<Count>;
  read(rule: LimitRule, key: string): Promise<Count>;
  /** Uncounts one call. */
  refund(rule: LimitRule, key: string): Promise<void>;
  reset(rule: LimitRule, key: string): Promise<void>;
}
