import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Id as LinkId } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type Flash, page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/form.ts';
import {
  type BulkChange,
  changeLinks,
  getSelection,
  restoreLinks,
  type LinkSelection,
} from '../shorten/bulk.ts';
import { deleteLink, restoreLink } from '../shorten/change-links.ts';
import { bulkActions } from '../shorten/options/options.ts';
import { IdParams } from '../owned/api.ts';
import { inUtc } from '../link/fields.ts';
import { getOwnStatistics } from '../statistics/reading.ts';
import { LinkQuery } from '../statistics/requests.ts';
import { exportCsv } from '../transfer/export.ts';
import { getLinkWithState } from './builder-state.ts';
import { showList } from './list-pages.ts';
import { listAddress, LinkPageQuery, toLinkFilter } from './requests.ts';
import { linkView, linkMenuView } from './views/link-view.ts';

/** The pages of a link: statistics, edit, delete and restore. */
export const linkPages = [
  page({
    method: 'GET',
    path: '/dashboard/links/:id',
    access: 'member',
    params: IdParams,
    query: LinkQuery,
    handle: async ({ app, viewer, params, query }) => {
      const { link, state, standing } = await getLinkWithState(app, viewer, String(params.id));
      const statistics = await getOwnStatistics(app, viewer, link, query);
      return linkView({
        hopUrl: app.config.hopUrl,
        now: app.clock.now(),
        standing,
        link,
        state,
        subject: link,
        statistics,
      });
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/menu',
    access: 'member',
    params: IdParams,
    handle: async ({ app, viewer, params }) => {
      const { link, state } = await getLinkWithState(app, viewer, String(params.id));
      return linkMenuView(app.config.hopUrl, { ...link, isDisabled: state.values?.off === 'on' });
    },
  }),
  page({
    method: 'POST',
    path: '/dashboard/links/:id/delete',
    verb: deleteLink,
    access: 'member',
    params: IdParams,
    handle: async ({ app, viewer, params }) => {
      const { id } = await deleteLink(app, viewer, String(params.id));
      return redirect(`/dashboard?deleted=${id}`);
    },
  }),
  page({
    method: 'POST',
    path: '/dashboard/links/:id/restore',
    verb: restoreLink,
    access: 'member',
    params: IdParams,
    handle: async ({ app, viewer, params }) => {
      const { alias } = await restoreLink(app, viewer, String(params.id));
      return redirect('/dashboard', { kind: 'success', text: t('“{name}” restored.', { name: alias }) });
    },
  }),
];

const BulkField = Type.Optional(Type.String({ maxLength: 300 }));
const acts = ['tag', 'untag', 'channel', 'campaign', 'off', 'on', 'expiry', 'delete', 'export'] as const;

/** The bulk action form for the links selected in the list. */
const BulkForm = Type.Object({
  act: Type.Enum([...acts, ...bulkActions.map(({ act }) => act)]),
  id: Type.Optional(Type.Array(LinkId, { maxItems: 1000 })),
  /** Applies to all links that match the list's filters instead of the selected ones. */
  all: BulkField,
  /** Query string of the list. */
  list: Type.Optional(Type.String({ maxLength: 2000 })),
  tag: BulkField,
  channel: BulkField,
  campaign: BulkField,
  expiry: BulkField,
  timezone: BulkField,
});
type BulkForm = Static<typeof BulkForm>;

export const bulkPages = [
  page({
    method: 'POST',
    path: '/dashboard/bulk',
    verb: changeLinks,
    access: 'member',
    body: BulkForm,
    handle: async ({ app, viewer, body }) => {
      const list = parseList(body.list);
      const selection: LinkSelection =
        body.all === undefined ? { ids: body.id ?? [] } : { filter: toLinkFilter(list) };
      if (body.act === 'export') return exportCsv(app, viewer, await getSelection(app, viewer, selection));
      const change = toChange(body);
      const { count, at } = await changeLinks(app, viewer, selection, change);
      // Redirects to the first page, because the current one may no longer exist.
      if (change.act === 'delete') return redirect(withDeletedAt(listAddress(list, { page: 1 }), at));
      return redirect(listAddress(list), resultMessage(change.act, count));
    },
    again: ({ app, viewer, body }, problem) =>
      showList(app, viewer, parseList(typeof body.list === 'string' ? body.list : ''), {
        bulk: refused(body, problem),
      }),
  }),
  page({
    method: 'POST',
    path: '/dashboard/bulk/restore',
    verb: restoreLinks,
    access: 'member',
    body: Type.Object({ at: Type.Integer({ minimum: 1, maximum: 8_640_000_000_000_000 }) }),
    handle: async ({ app, viewer, body }) => {
      const { restored, left } = await restoreLinks(app, viewer, new Date(body.at));
      const text = t('{count, plural, one {# link restored.} other {# links restored.}}', {
        count: restored,
      });
      return left === 0
        ? redirect('/dashboard', { kind: 'success', text })
        : redirect('/dashboard', {
            kind: 'info',
            text: t('{text} {left} could not be restored: the alias is taken.', { text, left: links(left) }),
          });
    },
  }),
];

/** Parses the list's query string like the list page does. Invalid queries count as empty. */
function parseList(text = ''): LinkPageQuery {
  const query = Value.Convert(LinkPageQuery, Object.fromEntries(new URLSearchParams(text)));
  return Value.Check(LinkPageQuery, query) ? query : {};
}

function toChange({
  act,
  tag = '',
  channel = '',
  campaign = '',
  expiry = '',
  timezone,
}: BulkForm): BulkChange {
  switch (act) {
    case 'tag':
    case 'untag':
      return { act, tag };
    case 'channel':
      return { act, channelId: parseId('channel', channel) };
    case 'campaign':
      return { act, campaignId: parseId('campaign', campaign) };
    case 'expiry':
      return { act, expiry: inUtc(expiry, timezone) ?? '' };
    case 'off':
    case 'on':
    case 'delete':
      return { act };
    case 'export':
      throw new Error('Exports do not change links');
    default:
      return { act: 'option', set: act };
  }
}

function parseId(field: string, text: string): string {
  if (!/^[0-9]{1,18}$/.test(text)) throw invalid(field, msg('Choose a {field}', { field }));
  return text;
}

const withDeletedAt = (address: string, at: Date) =>
  `${address}${address.includes('?') ? '&' : '?'}gone=${at.getTime()}`;

const links = (count: number) => t('{count, plural, one {# link} other {# links}}', { count });

function resultMessage(act: BulkChange['act'], count: number): Flash {
  const words: Readonly<Record<BulkChange['act'], string>> = {
    tag: t('{count} tagged.', { count: links(count) }),
    untag: t('Tag removed from {count}.', { count: links(count) }),
    channel: t('{count} added to the channel.', { count: links(count) }),
    campaign: t('{count} added to the campaign.', { count: links(count) }),
    off: t('{count} turned off.', { count: links(count) }),
    on: t('{count} turned on.', { count: links(count) }),
    expiry: t('Expiry of {count} updated.', { count: links(count) }),
    option: t('{count} updated.', { count: links(count) }),
    delete: t('{count} deleted.', { count: links(count) }),
  };
  return { kind: 'success', text: words[act] };
}
