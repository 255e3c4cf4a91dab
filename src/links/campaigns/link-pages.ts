import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { groupPages } from '../owned/group-pages.ts';
import { findByShort } from '../record/find-by-short.ts';
import { assignLink } from './assign-link.ts';
import { listAddress, rotatorAddress } from './campaign.ts';
import { listCampaignLinks } from './list-campaign-links.ts';
import { unassignLink } from './unassign-link.ts';
import { campaignView } from './views/campaign-view.ts';

const perPage = 50;

/** A campaign with its addresses and links, and the actions that add and remove links. */
export const campaignLinkPages = groupPages({
  path: '/dashboard/campaigns',
  show: async (app, viewer, id, page, adder = {}) => {
    const { config, clock } = app;
    const listed = await listCampaignLinks(app, viewer, id, { page, perPage });
    return campaignView({
      hopUrl: config.hopUrl,
      now: clock.now(),
      ...listed,
      rotator: rotatorAddress(config, listed.campaign),
      publicList: listAddress(config, viewer, listed.campaign),
      page,
      perPage,
      adder,
    });
  },
  add: async (app, viewer, id, short) => {
    const link = await findByShort(app, viewer, short);
    if (!link) throw invalid('short', t('None of your links has this short URL'));
    await assignLink(app, viewer, id, link.id);
    return link.alias;
  },
  remove: unassignLink,
});
