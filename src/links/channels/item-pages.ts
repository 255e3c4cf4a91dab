import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { groupPages } from '../owned/group-pages.ts';
import { assignItem } from './assign-item.ts';
import { findItemByShort, itemName } from './item.ts';
import { listItems } from './list-items.ts';
import { unassignLink } from './unassign-link.ts';
import { channelView } from './views/channel-view.ts';

const perPage = 50;

/** The items of a channel, and the actions that add and remove them. */
export const channelItemPages = groupPages({
  path: '/dashboard/channels',
  show: async (app, viewer, id, page, adder = {}) => {
    const listed = await listItems(app, viewer, id, { page, perPage });
    return channelView({ hopUrl: app.config.hopUrl, now: app.clock.now(), ...listed, page, perPage, adder });
  },
  add: async (app, viewer, id, short) => {
    const item = await findItemByShort(app, viewer, short);
    if (!item) throw invalid('short', t('None of your links, bio pages or QR codes has this short URL'));
    await assignItem(app, viewer, id, item);
    return itemName(app.config, item);
  },
  remove: unassignLink,
});
