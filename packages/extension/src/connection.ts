import { Hop, type HopOptions } from '../../sdk/src/hop.ts';
import { endSession, isExpired, refreshSession, type Session } from '../../sdk/src/oauth.ts';

/** The Hop that the person uses: signed in to, or by an API key. */
export type Connection = { baseUrl: string } & ({ key: string } | { session: Session });

/** Scopes that the extension asks for. */
export const scope = 'profile links:read links:write';

export async function readConnection(): Promise<Connection | undefined> {
  const { connection } = await chrome.storage.local.get<{ connection?: Connection }>('connection');
  return connection;
}

export const saveConnection = (connection: Connection) => chrome.storage.local.set({ connection });

/** Forgets the connection, here and at the service. */
export async function disconnect(): Promise<void> {
  const connection = await readConnection();
  await chrome.storage.local.clear();
  if (connection && 'session' in connection) await endSession(connection.session).catch(() => undefined);
}

export const hopAt = (baseUrl: string, key: HopOptions['key']) =>
  new Hop({
    baseUrl,
    key,
    // A page of an extension would send the cookies of the hosts that it may reach.
    fetch: (url, options) => fetch(url, { ...options, credentials: 'omit' }),
  });

export async function openHop(): Promise<Hop | undefined> {
  const connection = await readConnection();
  if (!connection) return undefined;
  return hopAt(connection.baseUrl, 'key' in connection ? connection.key : freshToken);
}

/** One refresh at a time, whichever page of the extension asks: a refresh token works once. */
const freshToken = (): Promise<string> =>
  navigator.locks.request('session', async () => {
    const connection = await readConnection();
    if (!connection || !('session' in connection)) throw new Error('The connection has ended');
    if (!isExpired(connection.session)) return connection.session.accessToken;
    const session = await refreshSession(connection.session);
    await saveConnection({ baseUrl: connection.baseUrl, session });
    return session.accessToken;
  });
