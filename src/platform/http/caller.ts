import type { Viewer, WorkspaceRights } from '../app.ts';

/** An agent that called with its token, and the limits set by the person it acts for. */
export interface ActingAgent {
  id: string;
  publicId: string;
  name: string;
  /** Allowed skills. Undefined: all. */
  skills: readonly string[] | undefined;
  /** The widest audience allowed for its posts. Undefined: any. */
  audience: 'friends' | undefined;
  /** Posts and comments per day. Undefined: the same limits as for people. */
  dailyPosts: number | undefined;
  /** Daily spending limit from the person's wallet, in millionths. Undefined: no spending. */
  dailySpending: bigint | undefined;
  /** What the person let it do, from `agent-scopes.ts`. Undefined: everything, as a claimed agent. */
  scopes?: readonly string[] | undefined;
  /** The scope that changes need at the service that is called: `write` on Plaza. */
  writeScope?: 'write' | 'links:write';
}

/** An app that calls `/apis/php`. */
export interface CallingApp {
  id: string;
  /** Whether the app has no secret, so any client can impersonate it. */
  isPublic: boolean;
  /** Origins whose scripts may use the app's key with cookies. */
  origins: readonly string[];
}

/** The credentials of a request. */
export interface Caller {
  viewer: Viewer | undefined;
  /** The session behind a cookie or an x-auth-token. */
  sessionId: string | undefined;
  /** The acting member, if they work in the viewer's workspace. */
  workspace: { member: Viewer; role: WorkspaceRights['role'] } | undefined;
  /** The app whose key came with the request. */
  client: CallingApp | undefined;
  /** The client address forwarded by a trusted backend. */
  address: string | undefined;
  /** The id of the account's API key in the request. */
  keyId: string | undefined;
  /** The key's scopes from `scopes.ts`. Undefined: full access. */
  scopes: readonly string[] | undefined;
  /** The agent whose token came with the request. */
  agent: ActingAgent | undefined;
  /** Calls per minute allowed by the account's plan, if the plan limits them. */
  calls: number | undefined;
}

/** The sender of a request, and the cookies to set. */
export interface Client {
  address: string;
  userAgent: string;
  acceptLanguage: string;
  accept: string;
  cookies: Readonly<Record<string, string | undefined>>;
  /** Whether the browser opts out of tracking: Global Privacy Control or Do Not Track. */
  refusesTracking: boolean;
  /** Whether the browser is prefetching the page without a visit. */
  isPrefetch: boolean;
  /**
   * `maxAge` in seconds. Without it, the cookie ends with the browser session. `readable`: page scripts can
   * read it.
   */
  setCookie(name: string, value: string, options: { maxAge?: number; readable?: boolean }): void;
  clearCookie(name: string): void;
  /** Sets a response header, for the few operations that need their own. */
  setHeader(name: string, value: string): void;
  /** The caller's version of the agent-to-agent protocol. Empty if not sent. */
  a2aVersion: string;
  /** The headers of the Model Context Protocol. */
  mcpHeaders: Readonly<Record<string, string>>;
  /** The origin of the script that sent the request. Empty outside of browsers. */
  origin: string;
  contentType: string;
  /** The credentials of an OAuth client. Empty if not sent. */
  authorization: string;
  /** The signature of a Stripe event. Empty if not sent. */
  stripeSignature: string;
  /** The Last-Event-ID of a reconnecting client. */
  lastEventId: string | undefined;
  /** Path and query as sent. */
  path: string;
}

export const nobody: Caller = {
  viewer: undefined,
  sessionId: undefined,
  workspace: undefined,
  client: undefined,
  address: undefined,
  keyId: undefined,
  scopes: undefined,
  agent: undefined,
  calls: undefined,
};
