import { t } from '../../kernel/translation/translate.ts';
import { idOrNone } from '../../kernel/input.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { refuseManaging } from '../access/page.ts';
import { getPage } from '../pages/get-page.ts';
import { canMonetize } from '../access/paywall.ts';
import type { Seller } from './plan.ts';

/** Throws unless the viewer may sell for this seller: themselves, or a page they manage. */
export async function requireSeller(app: App, viewer: Viewer, { type, id }: Seller): Promise<void> {
  if (!canMonetize(app.config, viewer))
    throw new Problem('forbidden', t('You need the permission can_monetize_content to offer plans'));
  if (type === 'page') refuseManaging(await getPage(app, viewer, { id }));
  else if (id !== viewer.id) throw new Problem('forbidden', t('You cannot change plans of other people'));
}

/** Parses the seller. Defaults to the viewer if the id is empty or 0. */
export function toSeller(viewer: Viewer, type: string, sent: string): Seller {
  const id = idOrNone(sent);
  if (type === 'group') throw invalid('node_type', t('Groups are not supported. Choose profile or page.'));
  if (type === 'page' && id === undefined) throw invalid('node_id', t('Enter the ID of the page'));
  return { type: type === 'page' ? 'page' : 'profile', id: id ?? viewer.id };
}
