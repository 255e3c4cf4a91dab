import { addWebhooks } from '../walks/webhook-pages.ts';
import type { RouteOptions } from 'fastify';
import { createApiClient, listApiClients } from '../../src/identity/api-clients/api-clients.ts';
import type { App, Viewer } from '../../src/platform/app.ts';
import { ownedCampaigns } from '../../src/links/campaigns/campaigns.ts';
import { ownedChannels } from '../../src/links/channels/channels.ts';
import { ownedPixels } from '../../src/links/pixels/pixels.ts';
import { ownedTags } from '../../src/links/tags/tags.ts';
import { addLinkImport } from '../../src/links/transfer/import/imports.ts';
import { addOverlay } from '../../src/links/overlays/overlays.ts';
import { addSplashPage } from '../../src/links/splash/splash-pages.ts';
import { addCode } from '../../src/links/qr/codes.ts';
import { deleteApp, registerApp } from '../../src/social/apps/apps.ts';
import { addAnswer } from '../../src/social/questions/answers.ts';
import { askQuestion } from '../../src/social/questions/questions.ts';
import { sendContactMessage } from '../../src/social/contact/messages.ts';
import { saveStaticPage } from '../../src/social/static-pages/static-pages.ts';
import { unsubscribeToken } from '../../src/social/notifications/choices.ts';
import { deletePost } from '../../src/social/posts/deleting.ts';
import { savePostDraft } from '../../src/social/posts/drafts/drafts.ts';
import type { Services } from '../services.ts';
import { decisionAgainst } from './content/decision-against.ts';
import { featureExamples } from './content/feature-examples.ts';
import { photoExamples } from './content/photo-examples.ts';
import { chatExamples } from './content/chat-examples.ts';

export interface PageAddress {
  service: 'plaza' | 'hop';
  path: string;
}

/** Lists every page at an address with content for the viewer, who is the operator. */
export async function listPages(services: Services, viewer: Viewer): Promise<PageAddress[]> {
  const known = await examples(services.app, viewer);
  const pagesOf = (service: 'plaza' | 'hop') =>
    services.routes[service].filter(isPage).map(({ url }) => {
      const [, subject = url, act = ''] = /^(.*:id)(\/menu|\/react)$/.exec(url) ?? [];
      const path = { ...known, ...subjects[service] }[subject] ?? (url.includes(':') ? undefined : url);
      if (path === undefined) throw new Error(`Add an example of ${url} to test/journeys/page-list.ts`);
      return { service, path: path + act };
    });
  return [...pagesOf('plaza'), ...pagesOf('hop'), ...searched, ...nothingThere];
}

/** Excludes what needs another server, and redirects: static pages, and a campaign's rotator if it has links. */
const isPage = ({ config, method, url }: RouteOptions) =>
  config?.pages === true &&
  method === 'GET' &&
  !/^\/(r|signin\/with)\/:slug/.test(url) &&
  !/^\/(about|terms|privacy)$/.test(url) &&
  !/\.(csv|json|md|txt|ics)$|\/:id\/(receipt|translation)$|^\/\.well-known\//.test(url);

const partsOfPerson =
  'card acts lists friends followers following articles questions answers photos mutual'.split(' ');

const subjects: Record<PageAddress['service'], Record<string, string>> = {
  plaza: { '/api-docs/:subject': '/api-docs/citations' },
  hop: { '/api-docs/:subject': '/api-docs/links?open=postUrlAdd', '/menus/:name': '/menus/link' },
};

const searched: PageAddress[] = [
  { service: 'plaza', path: '/api-docs?q=comment' },
  { service: 'hop', path: '/api-docs?q=no-such-operation' },
];

const nothingThere: PageAddress[] = [
  { service: 'plaza', path: '/no/such/page' },
  { service: 'hop', path: '/no/such/page' },
  { service: 'hop', path: '/no-such-link' },
];

/** Returns an address for each route pattern. */
async function examples(app: App, viewer: Viewer): Promise<Record<string, string>> {
  const { db } = app;
  const photo = await db.selectFrom('social.photo').select('post_id').orderBy('id').executeTakeFirstOrThrow();
  const ownPosts = db.selectFrom('social.post').select('id').where('author_id', '=', viewer.id).orderBy('id');
  const [{ id: own } = { id: '' }, { id: deleted } = { id: '' }] = await ownPosts.limit(2).execute();
  await deletePost(app, viewer, deleted);
  const { tag } = await db.selectFrom('social.hashtag').select('tag').executeTakeFirstOrThrow();
  const comment = await db
    .selectFrom('social.comment')
    .select(['id', 'post_id'])
    .where('author_id', '=', viewer.id)
    .where('post_id', '<>', deleted)
    .executeTakeFirstOrThrow();
  const other = await db
    .selectFrom('social.follow')
    .innerJoin('identity.account', 'identity.account.id', 'followed_id')
    .select(['username', 'identity.account.id'])
    .where('follower_id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  const link = await db
    .selectFrom('links.link')
    .select(['id', 'alias'])
    .where('account_id', '=', viewer.id)
    .where('purpose', '=', 'link')
    .executeTakeFirstOrThrow();
  const now = app.clock.now();
  const seen = { account_id: viewer.id, statistics_public_at: now, created_at: now, updated_at: now };
  const code = await db
    .insertInto('links.link')
    .values({ ...seen, purpose: 'qr', alias: 'qr/poster', url: 'https://example.org/', title: 'Poster' })
    .returning(['id', 'alias'])
    .executeTakeFirstOrThrow();
  await db.updateTable('links.link').set({ statistics_public_at: now }).where('id', '=', link.id).execute();
  await app.mail.send({ to: 'ada@example.org', subject: 'Waiting', text: 'for the operator' });
  const mail = await db.selectFrom('system.outbox_mail').select('id').executeTakeFirstOrThrow();
  await createApiClient(app, 'Backend', viewer.id);
  const [client] = await listApiClients(app);
  const { id: channel } = await ownedChannels.add(app, viewer, { name: 'Print' });
  const { id: qrCode } = await addCode(app, viewer, {
    kind: 'vcard',
    content: { firstName: 'Ada', lastName: 'Lovelace', mobile: '+49 170 123456', city: 'Bernau' },
    isDynamic: true,
    design: { shape: 'rounded' },
  });
  const campaign = await ownedCampaigns.add(app, viewer, { name: 'Spring', isPublic: true });
  await db.updateTable('links.link').set({ campaign_id: campaign.id }).where('id', '=', link.id).execute();
  const { id: pixel } = await ownedPixels.add(app, viewer, {
    provider: 'fbpixel',
    name: 'Visits',
    tag: '123456789012345',
  });
  await saveStaticPage(app, viewer, {
    slug: 'terms',
    language: 'en',
    title: 'Terms',
    body: '# Be kind\n\nAnd **brief**.',
    position: 1,
    inFooter: true,
  });
  const text = await db.selectFrom('social.static_page').select('id').executeTakeFirstOrThrow();
  await sendContactMessage(app, viewer.id, {
    name: 'Ada',
    email: 'ada@example.org',
    subject: 'Hello',
    message: 'Is there a meeting?',
  });
  const oauth = await registerApp(app, viewer, {
    name: 'Sundial',
    domain: 'sundial.example',
    redirectUrl: 'https://sundial.example/in',
    description: 'Tells the time',
    category: 'Other',
  });
  const ended = await registerApp(app, viewer, {
    name: 'Hourglass',
    domain: 'sundial.example',
    redirectUrl: 'https://sundial.example/in',
    description: '',
    category: 'Other',
  });
  await deleteApp(app, viewer, ended.id);
  const imported = await addLinkImport(app, viewer, {
    name: 'links.csv',
    body: Buffer.from('url,alias\nhttps://example.org/,imported\n'),
  });
  const tagOnLinks = await ownedTags.add(app, viewer, { name: 'print' });
  const splash = await addSplashPage(app, viewer, { name: 'Spring', title: 'Linen', message: 'It is here.' });
  const overlay = await addOverlay(app, viewer, 'poll', {
    name: 'Bread',
    corner: 'top-right',
    dismissible: 'on',
    title: 'Which bread?',
    choices: 'Rye\nSpelt',
  });
  const domain = await db
    .insertInto('links.domain')
    .values({ account_id: viewer.id, host: 'links.example.org', created_at: app.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const hooks = await addWebhooks(app, viewer);
  const notification = await db
    .insertInto('social.notification')
    .values({ account_id: viewer.id, kind: 'report', outcome: 'kept', on_page: true, at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const asked = {
    title: 'How do I keep bread?',
    text: 'It is **stale** after a day.',
    tags: 'bread kitchen',
  };
  const question = await askQuestion(app, viewer, asked);
  await addAnswer(app, viewer, question, 'In a linen bag.');
  const person = `/@${other.username}`;
  return {
    '/posts/:id': `/posts/${photo.post_id}`,
    '/posts/:id/edit': `/posts/${own}/edit`,
    '/posts/:id/history': `/posts/${own}/history`,
    '/posts/:id/statistics': `/posts/${own}/statistics`,
    '/drafts/:id': `/drafts/${await addPlannedPost(app, viewer)}`,
    '/posts/:id/deleted': `/posts/${deleted}/deleted`,
    '/posts/:id/comments': `/posts/${comment.post_id}/comments`,
    '/posts/:id/reactions': `/posts/${comment.post_id}/reactions`,
    '/posts/:id/folder': `/posts/${comment.post_id}/folder`,
    '/comments/:id': `/comments/${comment.id}`,
    '/comments/:id/reply': `/comments/${comment.id}/reply`,
    '/comments/:id/reactions': `/comments/${comment.id}/reactions`,
    '/questions/:id': `/questions/${question}`,
    '/questions/:id/:slug': `/questions/${question}/how-do-i-keep-bread`,
    '/questions/edit/:id': `/questions/edit/${question}`,
    '/questions/close/:id': `/questions/close/${question}`,
    '/appeals/:id': `/appeals/${await decisionAgainst(app, viewer)}`,
    '/hashtag/:tag': `/hashtag/${tag}`,
    '/comments/:id/edit': `/comments/${comment.id}/edit`,
    '/notifications/:id': `/notifications/${notification.id}`,
    '/notifications/unsubscribe': `/notifications/unsubscribe?token=${unsubscribeToken(app, viewer.id)}`,
    '/report': `/report?handle=post&id=${photo.post_id}`,
    '/@:username': person,
    ...Object.fromEntries(partsOfPerson.map((part) => [`/@:username/${part}`, `${person}/${part}`])),
    '/api/oauth': `/api/oauth?app_id=${oauth.authId}`,
    '/settings/passkeys/:id/remove': `/settings/passkeys/${await addPasskeyRow(app, viewer)}/remove`,
    ...hooks.social,
    '/developers/:id': `/developers/${oauth.id}`,
    '/developers/:id/deleted': `/developers/${ended.id}/deleted`,
    '/static/:slug': '/static/terms',
    '/sitemaps/:list': '/sitemaps/posts-0.xml',
    '/feeds/:kind/:format': '/feeds/articles/rss',
    '/feeds/:kind/:of/:format': `/feeds/people/${other.username}/atom`,
    '/settings/data/exports/:id': '/settings/data/exports/1',
    '/operator/pages/:id': `/operator/pages/${text.id}`,
    '/operator/people/:id': `/operator/people/${viewer.id}`,
    '/operator/outbox/:id': `/operator/outbox/${mail.id}`,
    '/operator/apps/:id': `/operator/apps/${client?.id}`,
    '/avatars/:letters/:hue': '/avatars/AL/3',
    '/reactions/:picture': '/reactions/love.png',
    '/u/:username/:list': `/u/${viewer.username}/${campaign.slug}-${campaign.id}`,
    ...(await photoExamples(app, photo.post_id, other)),
    ...(await featureExamples(app, viewer, other)),
    ...(await chatExamples(app, viewer, other.id)),
    '/dashboard/channels/:id': `/dashboard/channels/${channel}`,
    '/dashboard/qr/:id': `/dashboard/qr/${qrCode}`,
    '/dashboard/qr/:id/edit': `/dashboard/qr/${qrCode}/edit`,
    '/dashboard/qr/:id/picture': `/dashboard/qr/${qrCode}/picture`,
    '/dashboard/links/:id/qr': `/dashboard/links/${link.id}/qr`,
    '/dashboard/links/:id/qr/picture': `/dashboard/links/${link.id}/qr/picture`,
    '/dashboard/channels/:id/edit': `/dashboard/channels/${channel}/edit`,
    '/dashboard/campaigns/:id': `/dashboard/campaigns/${campaign.id}`,
    '/dashboard/campaigns/:id/edit': `/dashboard/campaigns/${campaign.id}/edit`,
    '/dashboard/import/:id': `/dashboard/import/${imported.id}`,
    '/dashboard/import/:id/progress': `/dashboard/import/${imported.id}/progress`,
    '/dashboard/tags/:id': `/dashboard/tags/${tagOnLinks.id}`,
    '/dashboard/splash/:id': `/dashboard/splash/${splash.id}`,
    '/dashboard/overlays/:id': `/dashboard/overlays/${overlay.id}`,
    '/dashboard/tags/:id/edit': `/dashboard/tags/${tagOnLinks.id}/edit`,
    '/dashboard/domains/:id': `/dashboard/domains/${domain.id}`,
    '/dashboard/splash/:id/edit': `/dashboard/splash/${splash.id}/edit`,
    '/dashboard/splash/:id/preview': `/dashboard/splash/${splash.id}/preview`,
    '/dashboard/overlays/new/:kind': '/dashboard/overlays/new/contact',
    '/dashboard/overlays/preview/:kind': '/dashboard/overlays/preview/newsletter',
    '/dashboard/overlays/:id/edit': `/dashboard/overlays/${overlay.id}/edit`,
    '/dashboard/overlays/:id/preview': `/dashboard/overlays/${overlay.id}/preview`,
    '/dashboard/overlays/:id/answers': `/dashboard/overlays/${overlay.id}/answers`,
    '/dashboard/overlays/:id/answers.csv': `/dashboard/overlays/${overlay.id}/answers.csv`,
    '/dashboard/pixels/:id': `/dashboard/pixels/${pixel}`,
    ...hooks.links,
    '/dashboard/data/exports/:id': '/dashboard/data/exports/1',
    '/operator/links/:id': `/operator/links/${link.id}`,
    '/dashboard/links/:id': `/dashboard/links/${link.id}`,
    '/dashboard/links/:id/statistics': `/dashboard/links/${link.id}/statistics`,
    '/dashboard/links/:id/statistics.csv': `/dashboard/links/${link.id}/statistics.csv`,
    '/dashboard/statistics/:id': `/dashboard/statistics/${code.id}`,
    '/dashboard/statistics/by/:dimension': '/dashboard/statistics/by/link',
    '/dashboard/statistics/:id/by/:dimension': `/dashboard/statistics/${link.id}/by/country`,
    '/:alias/stats': `/${link.alias}/stats`,
    '/:host/:alias/stats': `/${code.alias}/stats`,
    '/dashboard/links/:id/try': `/dashboard/links/${link.id}/try`,
    '/dashboard/links/:id/edit': `/dashboard/links/${link.id}/edit`,
  };
}

/** Adds a post scheduled for tomorrow, with a poll. */
async function addPlannedPost(app: App, viewer: Viewer): Promise<string> {
  const poll = { options: ['Rye', 'Spelt'], isMultiple: false, isChangeable: true, minutes: 1440 };
  return savePostDraft(app, viewer, {
    content: { text: 'Which bread?', privacy: 'public', warning: '', photos: [], poll },
    planned: { at: new Date(app.clock.now().getTime() + 86_400_000), timeZone: 'Europe/Berlin' },
  });
}

/** Adds a passkey without its device, for display only. */
async function addPasskeyRow({ db, clock }: App, viewer: Viewer): Promise<string> {
  const row = { name: 'Lost phone', host: 'localhost', credential_id: 'lost', public_key: Buffer.alloc(77) };
  const { id } = await db
    .insertInto('identity.passkey')
    .values({ ...row, account_id: viewer.id, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
