/** What a check found, and what to do about it. */
export interface Finding {
  /** `locks`, `disk` */
  check: string;
  level: 'info' | 'warning' | 'error';
  /** One sentence. */
  message: string;
  /** What to do: one sentence, or a command. */
  advice: string;
}

/** The part of a finding that a check says itself. */
export type CheckFinding = Omit<Finding, 'check'>;

export const failing = (message: string, advice: string): CheckFinding => ({
  level: 'error',
  message,
  advice,
});
export const warning = (message: string, advice: string): CheckFinding => ({
  level: 'warning',
  message,
  advice,
});
export const info = (message: string, advice = ''): CheckFinding => ({ level: 'info', message, advice });
