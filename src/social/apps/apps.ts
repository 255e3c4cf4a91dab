import { randomBytes } from 'node:crypto';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { removePicture, storePicture } from '../../platform/pictures.ts';
import { getReservedNames, parseAppDetails, selectApps, selectOwnApp } from './oauth-app.ts';
import type { AppDetails, OAuthApp } from './oauth-app.ts';
import { hours } from '../../kernel/time.ts';

/** Returns the viewer's own apps, newest first. The limit per account fits on one page. */
export const listApps = (app: App, viewer: Pick<Viewer, 'id'>): Promise<OAuthApp[]> =>
  selectApps(app).where('owner_id', '=', viewer.id).orderBy('oauth_app.id', 'desc').execute();

export async function getApp(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<OAuthApp> {
  const found = await selectOwnApp(app, viewer.id, id).executeTakeFirst();
  if (!found) throw missing(msg('App'));
  return found;
}

const maxApps = 25;

/** Registers an app and returns its secret. The secret is shown once; only its hash is stored. */
export const registerApp = verb(
  { name: 'apps.register', who: 'member', limit: perAccount(30, hours(1)) },
  async (
    app: App,
    viewer: Pick<Viewer, 'id'>,
    given: AppDetails,
    files: readonly Upload[] = [],
  ): Promise<{ id: string; authId: string; secret: string }> => {
    const details = parseAppDetails(given, await getReservedNames(app));
    const { count } = await app.db
      .selectFrom('social.oauth_app')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('owner_id', '=', viewer.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxApps)
      throw new Problem('forbidden', msg('You already have {maxApps} apps', { maxApps }));
    const secret = newToken();
    const authId = randomBytes(12).toString('hex');
    const { id } = await app.db
      .insertInto('social.oauth_app')
      .values({
        owner_id: viewer.id,
        auth_id: authId,
        secret_hash: tokenHash(secret),
        name: details.name,
        domain: details.domain,
        redirect_url: details.redirectUrl,
        description: details.description,
        category: details.category,
        icon: (await storeIcon(app, viewer, files)) ?? null,
        created_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, authId, secret };
  },
);

/** Updates an app of the viewer. A new icon replaces the old one. */
export const updateApp = verb(
  { name: 'apps.change', who: 'member' },
  async (
    app: App,
    viewer: Pick<Viewer, 'id'>,
    id: string,
    given: AppDetails,
    files: readonly Upload[] = [],
  ): Promise<void> => {
    if (!(await selectOwnApp(app, viewer.id, id).executeTakeFirst())) throw missing(msg('App'));
    const { name, domain, redirectUrl, description, category } = parseAppDetails(
      given,
      await getReservedNames(app),
    );
    const icon = await storeIcon(app, viewer, files);
    const replaced = await inTransaction(app, async (app) => {
      const before = await selectOwnApp(app, viewer.id, id).forUpdate().executeTakeFirst();
      if (!before) throw missing(msg('App'));
      await app.db
        .updateTable('social.oauth_app')
        .set({ name, domain, redirect_url: redirectUrl, description, category, ...(icon && { icon }) })
        .where('id', '=', id)
        .execute();
      // People consented to the former redirect URL. A new URL requires consent again.
      if (before.redirectUrl !== redirectUrl)
        await app.db.deleteFrom('social.oauth_grant').where('app_id', '=', id).execute();
      return before.icon;
    });
    if (icon !== undefined && replaced !== null) await removePicture(app, replaced);
  },
);

/**
 * Replaces the secret of an app and returns the new one, which is shown once. The old secret stops working
 * immediately.
 */
export const rotateAppSecret = verb(
  { name: 'apps.rotate-secret', who: 'member' },
  async (app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<string> => {
    const secret = newToken();
    const { numUpdatedRows } = await app.db
      .updateTable('social.oauth_app')
      .set({ secret_hash: tokenHash(secret) })
      .where('id', '=', id)
      .where('owner_id', '=', viewer.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw missing(msg('App'));
    return secret;
  },
);

/** Deletes an app: sign-in is disabled and its tokens stop working. `restoreApp` undoes the deletion. */
export const deleteApp = verb(
  { name: 'apps.delete', who: 'member' },
  async (app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    await setDeleted(app, viewer.id, id, app.clock.now());
  },
);

export const restoreApp = verb(
  { name: 'apps.restore', who: 'member' },
  async (app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    await setDeleted(app, viewer.id, id, null);
  },
);

async function setDeleted({ db }: App, ownerId: string, id: string, deletedAt: Date | null): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('social.oauth_app')
    .set({ deleted_at: deletedAt })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw missing(msg('App'));
}

/** Stores the uploaded icon of a form, if any, and returns its path. */
async function storeIcon(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  files: readonly Upload[],
): Promise<string | undefined> {
  const file = files.find(({ field, body }) => field === 'icon' && body.length > 0);
  return file && (await storePicture(app, viewer.id, file.body, 'avatars', 'icon')).path;
}
