/** A signed-in person, or a key or agent that acts for one. */
export interface Viewer {
  /** Account id, digits. */
  id: string;
  username: string;
  name: string;
  /** Address of the small picture; null: initials are drawn. */
  picture: string | null;
  role: string;
  permissions: readonly string[];
  registeredAt: Date;
  /** Whether they showed that their address is theirs. Until then they read, and do not write. */
  isActivated: boolean;
  /** Whether they have asked for the deletion of their account. Until they call it off they read, and do not write. */
  isBeingDeleted: boolean;
  /** The tag of the language that they chose; empty: as their browser asks. */
  language: string;
  /** The agent that acts for them, where one does: what it publishes carries its name. */
  agentName?: string;
}

/** An agent that called with its token, and what the person it acts for lets it do. */
export interface ActingAgent {
  id: string;
  publicId: string;
  name: string;
  /** Skills it may use; undefined: all. */
  skills: readonly string[] | undefined;
  /** The widest audience of its posts; undefined: any. */
  audience: 'friends' | undefined;
  /** Posts and comments a day; undefined: as many as people may. */
  dailyPosts: number | undefined;
  /** Its daily payment limit from the person's wallet, in millionths; undefined: none. */
  dailySpending: bigint | undefined;
}

/** An app that calls `/apis/php`. */
export interface CallingApp {
  id: string;
  /** It has no secret, so anybody may pretend to be it. */
  isPublic: boolean;
  /** Origins whose scripts may use its key with cookies. */
  origins: readonly string[];
}

/** The credentials of a request. */
export interface Caller {
  viewer: Viewer | undefined;
  /** The session behind a cookie or an x-auth-token. */
  sessionId: string | undefined;
  /** The member who is acting, when they work in the viewer's workspace. */
  workspace: { member: Viewer; role: 'editor' | 'viewer' } | undefined;
  /** The app whose key came with the request. */
  client: CallingApp | undefined;
  /** The address of the person whom a trusted backend calls for. */
  address: string | undefined;
  /** The key of an account that came with the request. */
  keyId: string | undefined;
  /** The key's scopes, as in `scopes.ts`; undefined: full access. */
  scopes: readonly string[] | undefined;
  /** The agent whose token came with the request. */
  agent: ActingAgent | undefined;
  /** Calls a minute that the account's plan allows, where it says so. */
  calls: number | undefined;
}

/** Where the request comes from, and the cookies it may leave there. */
export interface Client {
  address: string;
  userAgent: string;
  acceptLanguage: string;
  accept: string;
  cookies: Readonly<Record<string, string | undefined>>;
  /** The browser says that its owner wants no tracking: Global Privacy Control, or Do Not Track. */
  refusesTracking: boolean;
  /** The browser fetches the page ahead of time; nobody has opened it. */
  isPrefetch: boolean;
  /** `maxAge` in seconds; without it the cookie ends with the browser's session. `readable`: page scripts may see it. */
  setCookie(name: string, value: string, options: { maxAge?: number; readable?: boolean }): void;
  clearCookie(name: string): void;
  /** Headers of the answer, for the few operations that state their own. */
  setHeader(name: string, value: string): void;
  /** The version of the agent-to-agent protocol that the caller speaks; empty: it does not say. */
  a2aVersion: string;
  /** The version of the Model Context Protocol that the caller speaks; empty: it does not say. */
  mcpVersion: string;
  /** Signs an event of Stripe; empty: none was sent. */
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

export const may = (viewer: Pick<Viewer, 'permissions'> | undefined, permission: string) =>
  viewer?.permissions.includes(permission) ?? false;
