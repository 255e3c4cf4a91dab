import type { App } from './app.ts';
import type { AgentScope } from './http/agent-scopes.ts';
import type { Config } from './settings/config.ts';

/**
 * Who may call: `anyone`; `app` (a request signed by a known app, or from a signed-in person's own page);
 * `member` (a signed-in person, or a key or agent acting for one); `operator` and `moderator` (a member with
 * that permission).
 */
export type Access = 'anyone' | 'app' | 'member' | 'moderator' | 'operator';

/** How often one caller may call. Counted separately for each key in `by`. */
export interface Limit {
  by: readonly ('account' | 'address')[];
  calls: number | ((config: Config) => number);
  /** In milliseconds. */
  within: number;
  /** A limit per kind of device in a wider network, for clients that change their address. */
  perDevice?: Pick<Limit, 'calls' | 'within'>;
}

/** A limit for each account. `within` in milliseconds. */
export const perAccount = (calls: Limit['calls'], within: number): Limit => ({
  by: ['account'],
  calls,
  within,
});

/** The rules of a verb, which hold whatever door it is called through. */
export interface Rules {
  /** The feature and what is done: `comments.add`. The budget of the limit has this name. */
  name: string;
  who: Access;
  limit?: Limit;
  /** Among the members of a workspace, only its admins may call. */
  role?: 'admin';
  /** The scope that an agent needs. Default: that of changes. */
  scope?: AgentScope;
}

/** A verb, for a door that names it. */
export interface Ruled {
  readonly rules: Rules;
}

type Verb<A extends readonly unknown[], R> = ((app: App, ...args: A) => Promise<R>) & Ruled;

/**
 * Declares what a feature does, with its rules. They are enforced when the verb is called for a request, by a
 * page, the API, a skill of an agent or a tool, and the request's doors share one budget. A verb that is
 * called by a job or by another verb acts for the service and is not limited.
 */
export function verb<A extends readonly unknown[], R>(
  rules: Rules,
  run: (app: App, ...args: A) => Promise<R>,
): Verb<A, R> {
  const call = async (app: App, ...args: A): Promise<R> => {
    if (!app.admit) return run(app, ...args);
    await app.admit(rules);
    return run({ ...app, admit: undefined }, ...args);
  };
  return Object.assign(call, { rules });
}
