import { tokenHash } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';

/** Revokes an access token. An unknown or revoked token is not an error (RFC 7009). */
export async function revokeToken(app: App, token: string): Promise<void> {
  await app.db.deleteFrom('agents.access_token').where('token_hash', '=', tokenHash(token)).execute();
}
