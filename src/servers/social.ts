import type { FastifyInstance } from 'fastify';
import { activationPages } from '../identity/activation/pages.ts';
import { apiClientPages } from '../identity/api-clients/api-client-pages.ts';
import { isOriginOfAnyApp } from '../identity/api-clients/api-clients.ts';
import { avatarPages } from '../identity/account/avatar-pages.ts';
import { identifyPage, identifySocial } from '../identity/sessions/identify.ts';
import { operatorPages } from '../identity/operators/operator-pages.ts';
import { identityPages } from '../identity/sign-in/pages.ts';
import { operatorPeoplePages } from '../identity/people/pages.ts';
import { passkeyPages } from '../identity/passkeys/pages.ts';
import { resetPages } from '../identity/reset/pages.ts';
import { secondFactorPages } from '../identity/second-factor/pages.ts';
import { settingsPages } from '../identity/profile/settings-pages.ts';
import type { App } from '../platform/app.ts';
import { makeLayout } from '../web/layout.ts';
import { assetRoutes } from '../platform/http/assets/asset-routes.ts';
import type { Assets } from '../platform/http/assets/assets.ts';
import { oauthFamily } from '../platform/http/families/oauth.ts';
import { mountPages } from '../platform/http/families/page.ts';
import type { Site } from '../platform/http/families/page.ts';
import { socialFamily } from '../platform/http/families/social.ts';
import { fileRoutes } from '../platform/http/input/files.ts';
import { mount } from '../platform/http/mount.ts';
import { describeApi } from '../platform/http/documents/openapi.ts';
import { addOperations } from '../platform/http/documents/operations.ts';
import { siteDocuments } from '../platform/http/documents/site-documents.ts';
import { openPublicPages } from '../platform/http/public-pages.ts';
import { makeServer } from '../platform/http/server.ts';
import { closingRoutes } from '../social/accounts/closing-routes.ts';
import { dataPages } from '../social/accounts/data-pages.ts';
import { recoveryRoutes } from '../social/accounts/recovery-routes.ts';
import { accountRoutes } from '../social/accounts/routes.ts';
import { plazaSettingsPages } from '../social/accounts/settings-pages.ts';
import { legacyAddress } from '../social/apps/legacy-address.ts';
import { oauthPages } from '../social/apps/pages.ts';
import { oauthRoutes } from '../social/apps/routes.ts';
import { editorPages } from '../social/articles/editor-pages.ts';
import { articlePages } from '../social/articles/pages.ts';
import { articleRoutes } from '../social/articles/routes.ts';
import { siteOperatorPages } from '../social/app/pages.ts';
import { appRoutes } from '../social/app/routes.ts';
import { appealPages } from '../social/appeals/pages.ts';
import { appealRoutes } from '../social/appeals/routes.ts';
import { commentPages } from '../social/comments/pages.ts';
import { commentRoutes } from '../social/comments/routes.ts';
import { contactPages } from '../social/contact/pages.ts';
import { crawlerPages } from '../social/crawlers/pages.ts';
import { readSiteSettings } from '../platform/settings/site-settings.ts';
import { fullGuideText } from '../social/citations/full-guide-text.ts';
import { citationRoutes } from '../social/citations/routes.ts';
import { languageModelPages } from '../social/citations/pages.ts';
import { sitemapPages } from '../social/sitemaps/pages.ts';
import { syndicationPages } from '../social/syndication/pages.ts';
import { discoveryPages } from '../social/discovery/pages.ts';
import { discoveryRoutes } from '../social/discovery/routes.ts';
import { dataRoutes } from '../social/data/routes.ts';
import { feedPages } from '../social/feed/pages.ts';
import { forumPages } from '../social/forums/pages.ts';
import { forumRoutes } from '../social/forums/routes.ts';
import { feedRoutes } from '../social/feed/routes.ts';
import { keeperPages } from '../social/glossary/keeper-pages.ts';
import { glossaryPages } from '../social/glossary/pages.ts';
import { glossaryRoutes } from '../social/glossary/routes.ts';
import { feedLiveKind, signalNewPosts } from '../social/feed/live.ts';
import { openLive } from '../social/live/open-live.ts';
import { livePages } from '../social/live/pages.ts';
import { notificationLiveKinds } from '../social/notifications/live.ts';
import { notificationPages } from '../social/notifications/pages.ts';
import { readCounters } from '../social/notifications/counters.ts';
import { socialPages } from '../social/pages/pages.ts';
import { pageRoutes } from '../social/pages/routes.ts';
import { pushPages } from '../social/notifications/push/pages.ts';
import { pushRoutes } from '../social/notifications/push/routes.ts';
import { reportPages } from '../social/reports/pages.ts';
import { reportRoutes } from '../social/reports/routes.ts';
import { moderationListPages } from '../social/cases/list-pages.ts';
import { moderationPages } from '../social/cases/pages.ts';
import { peoplePages } from '../social/profiles/pages.ts';
import { peopleRoutes } from '../social/profiles/routes.ts';
import { draftPages } from '../social/drafts/pages.ts';
import { draftRoutes } from '../social/drafts/routes.ts';
import { pollPages } from '../social/polls/pages.ts';
import { pollRoutes } from '../social/polls/routes.ts';
import { postActPages } from '../social/posts/act-pages.ts';
import { postActRoutes } from '../social/posts/act-routes.ts';
import { postDraftPages } from '../social/posts/drafts/draft-pages.ts';
import { postDraftRoutes } from '../social/posts/drafts/draft-routes.ts';
import { postPages } from '../social/feed/post-pages.ts';
import { postRoutes } from '../social/posts/routes.ts';
import { savedPages } from '../social/saved/pages.ts';
import { savedRoutes } from '../social/saved/routes.ts';
import { questionDecidingPages } from '../social/questions/deciding-pages.ts';
import { questionPages } from '../social/questions/pages.ts';
import { questionRoutes } from '../social/questions/routes.ts';
import { questionWritingPages } from '../social/questions/writing-pages.ts';
import { reactionPages } from '../social/reactions/pages.ts';
import { reactionRoutes } from '../social/reactions/routes.ts';
import { trendingPages } from '../social/trending/pages.ts';
import { trendingRoutes } from '../social/trending/routes.ts';
import { welcomePages } from '../social/welcome/pages.ts';
import { searchPages } from '../social/search/pages.ts';
import { searchRoutes } from '../social/search/routes.ts';
import { staticPages } from '../social/static-pages/pages.ts';
import { uploadRoutes } from '../social/uploads/routes.ts';
import { plaza } from '../social/product.ts';
import { stylePages } from './style-pages.ts';
import { namedShapes } from './named-shapes.ts';

/** Below these, addresses without a route are answered in JSON too: only programs ask for them. */
const openPrefixes = ['/api', '/citations', '/a2a', '/agent', '/oauth2', '/.well-known'];

/** Everything at Plaza's address. */
export async function socialServer(app: App, assets: Assets): Promise<FastifyInstance> {
  const site: Site = {
    product: plaza,
    base: app.config.plazaUrl,
    other: app.config.hopUrl,
    layout: makeLayout(assets),
    identify: identifyPage,
    counts: readCounters,
    publicPages: openPublicPages(app),
  };
  const family = socialFamily(identifySocial);
  const server = await makeServer(app, {
    site,
    families: [
      { prefix: '/apis', family },
      ...openPrefixes.map((prefix) => ({ prefix, family: oauthFamily })),
    ],
    rewriteUrl: ({ url = '' }) => legacyAddress(url),
    isListedOrigin: isOriginOfAnyApp,
  });
  const live = openLive(app, [...notificationLiveKinds, feedLiveKind]);
  const stopSignals = signalNewPosts(app, live);
  server.addHook('preClose', (done) => {
    stopSignals();
    live.close();
    done();
  });
  await describeApi(server, {
    title: 'Plaza',
    version: '4.2.1',
    description: 'A social network for people, apps and agents.',
    base: app.config.plazaUrl,
    shapes: () => namedShapes('social'),
    security: [{ ApiKey: [], ApiSignature: [], ApiTimestamp: [] }],
    guide: async () => fullGuideText(await readSiteSettings(app), app.config.plazaUrl),
  });
  addOperations(server, app);
  await server.register(assetRoutes(assets, plaza));
  await server.register(siteDocuments(app, plaza, app.config.plazaUrl));
  await server.register(fileRoutes(app.files));
  mount(server, app, family, [
    ...appRoutes,
    ...accountRoutes,
    ...recoveryRoutes,
    ...closingRoutes,
    ...peopleRoutes,
    ...dataRoutes,
    ...reportRoutes,
    ...appealRoutes,
    ...pushRoutes,
    ...uploadRoutes,
    ...postRoutes,
    ...articleRoutes,
    ...glossaryRoutes,
    ...postActRoutes,
    ...pollRoutes,
    ...savedRoutes,
    ...draftRoutes,
    ...postDraftRoutes,
    ...commentRoutes,
    ...forumRoutes,
    ...reactionRoutes,
    ...questionRoutes,
    ...pageRoutes,
    ...trendingRoutes,
    ...feedRoutes,
    ...searchRoutes,
  ]);
  mount(server, app, oauthFamily, [...oauthRoutes, ...citationRoutes, ...discoveryRoutes]);
  mountPages(server, app, site, [
    ...identityPages,
    ...resetPages,
    ...secondFactorPages,
    ...passkeyPages('plazaUrl'),
    ...activationPages,
    ...avatarPages,
    ...settingsPages,
    ...apiClientPages,
    ...operatorPages,
    ...stylePages,
    ...operatorPeoplePages,
    ...siteOperatorPages,
    ...staticPages,
    ...oauthPages,
    ...plazaSettingsPages,
    ...welcomePages,
    ...dataPages,
    ...contactPages,
    ...crawlerPages,
    ...discoveryPages,
    ...sitemapPages,
    ...syndicationPages,
    ...languageModelPages,
    ...feedPages,
    ...searchPages,
    ...postPages,
    ...editorPages,
    ...articlePages,
    ...keeperPages,
    ...glossaryPages,
    ...postActPages,
    ...pollPages,
    ...savedPages,
    ...draftPages,
    ...postDraftPages,
    ...commentPages,
    ...forumPages,
    ...reactionPages,
    ...questionPages,
    ...socialPages,
    ...trendingPages,
    ...questionWritingPages,
    ...questionDecidingPages,
    ...peoplePages,
    ...moderationPages,
    ...moderationListPages,
    ...appealPages,
    ...reportPages,
    ...notificationPages,
    ...livePages(live),
    ...pushPages,
  ]);
  return server;
}
