/** How often one caller may do one thing. */
export interface LimitRule {
  name: string;
  calls: number;
  /** Milliseconds, whole seconds of them. */
  within: number;
  /** Milliseconds that a key which went over stays shut, from then on. */
  blockFor?: number;
  /** Outlives a restart and a crash, whatever the store of the others (sign-in locks). */
  durable?: boolean;
  /** Each process counts for itself, where a look at the store would cost more than what is counted. */
  local?: boolean;
}

export interface Count {
  /** Calls in the present window. */
  used: number;
  /** Milliseconds until the window ends, or the block. */
  endsIn: number;
}

/** Where counts are kept: memory, PostgreSQL or Redis. */
export interface Counter {
  add(rule: LimitRule, key: string): Promise<Count>;
  read(rule: LimitRule, key: string): Promise<Count>;
  /** Takes one call back. */
  refund(rule: LimitRule, key: string): Promise<void>;
  reset(rule: LimitRule, key: string): Promise<void>;
}
