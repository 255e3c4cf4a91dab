import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { missing } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { shortAddress } from '../record/link.ts';
import { listAddress } from './campaign.ts';
import { pickLink } from './pick-link.ts';
import { getPublicCampaign } from './get-public-campaign.ts';
import { publicListView } from './views/public-list-view.ts';

/** The public pages of campaigns. */
export const campaignPublicPages = [
  page({
    method: 'GET',
    path: '/r/:slug',
    access: 'anyone',
    params: Type.Object({ slug: Type.String({ maxLength: 200 }) }),
    // Redirects to the short link, which counts the click and shows any password prompt or interstitial. The
    // query string is passed on unchanged.
    handle: async ({ app, params, client: { path } }) => {
      const query = path.includes('?') ? path.slice(path.indexOf('?')) : '';
      return redirect(`${shortAddress(app.config, await pickLink(app, params.slug))}${query}`);
    },
  }),
  page({
    method: 'GET',
    path: '/u/:username/:list',
    access: 'anyone',
    params: Type.Object({
      username: Type.String({ maxLength: 100 }),
      list: Type.String({ maxLength: 300, description: 'The campaign’s slug and id: spring-sale-7' }),
    }),
    handle: async ({ app, params: { username, list } }) => {
      const id = /-(\d{1,18})$/.exec(list)?.[1];
      if (id === undefined) throw missing(t('Campaign'));
      const campaign = await getPublicCampaign(app, username, id);
      const address = listAddress(app.config, campaign.owner, campaign);
      // The id identifies the campaign even if its slug has changed. Redirects to the canonical address.
      return normalize(list, 'NFC') === `${campaign.slug}-${id}` && username === campaign.owner.username
        ? publicListView(app.config.hopUrl, address, campaign)
        : redirect(address);
    },
  }),
];
