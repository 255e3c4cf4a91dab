import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect, type Page } from '../../platform/http/endpoint.ts';
import { deleteOwned, restoreOwned, type Owned } from './owned.ts';
import { Id } from './shapes.ts';

interface Deletion<T> {
  remove: (app: App, viewer: Viewer, id: string) => Promise<unknown>;
  restore: (app: App, viewer: Viewer, id: string) => Promise<T>;
}

export const deletionOf = <T>(owned: Owned<T>): Deletion<T> => ({
  remove: (app, viewer, id) => deleteOwned(app, viewer, owned, id),
  restore: (app, viewer, id) => restoreOwned(app, viewer, owned, id),
});

/**
 * Routes that delete an object and restore it with the list's “Undo” button. `restored` is the confirmation
 * message.
 */
export const deletionPages = <T>(
  path: string,
  { remove, restore }: Deletion<T>,
  restored: (thing: T) => string,
): Page[] => [
  page({
    method: 'POST',
    path: `${path}/:id/delete`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params: { id } }) => {
      await remove(app, viewer, String(id));
      return redirect(`${path}?deleted=${id}`);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/restore`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params: { id } }) => {
      const thing = await restore(app, viewer, String(id));
      return redirect(path, { kind: 'success', text: restored(thing) });
    },
  }),
];
