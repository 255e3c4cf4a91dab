import { inLanguage, onceInEachLanguage, sourceLanguage } from '../web/translation/languages.ts';
import type { FastifyInstance } from 'fastify';
import { isOriginOfAnyApp } from '../identity/api-clients/api-clients.ts';
import { identifyAgent, identifyPage, identifySocial } from '../identity/sessions/identify.ts';
import { findAgent } from '../agents/identity/tokens.ts';
import { paidMcpRoutes } from '../agents/mcp/paid.ts';
import { mcpRoutes } from '../agents/mcp/api.ts';
import { recordApiCall } from '../agents/settings/own-agents.ts';
import type { App } from '../platform/app.ts';
import { collect } from '../platform/feature.ts';
import { createLayout } from '../web/layout.ts';
import { assetRoutes } from '../platform/http/assets/asset-routes.ts';
import type { Assets } from '../platform/http/assets/assets.ts';
import { agentFamily, oauthFamily } from '../platform/http/families/agents.ts';
import { mountPages } from '../platform/http/families/page.ts';
import type { Site } from '../platform/http/families/page.ts';
import { socialFamily } from '../platform/http/families/social.ts';
import { fileRoutes } from '../platform/http/input/files.ts';
import { mount } from '../platform/http/mount.ts';
import { findMoved } from '../social/moving/community/old-addresses.ts';
import { describeApi } from '../platform/http/documents/openapi.ts';
import { addOperations, brandRoutes, siteDocuments } from '../platform/http/documents/site-documents.ts';
import { openPublicPages } from '../platform/http/cache/public-pages.ts';
import { documentedInput } from '../paid/calls/priced-call.ts';
import { mountPaid } from '../paid/calls/mount-paid.ts';
import { gateCrawlers, isGated } from '../paid/crawlers/gate.ts';
import { createServer } from '../platform/http/server.ts';
import { canReadFile } from '../social/chat/messages/message.ts';
import { accessToFiles } from '../social/posts/reading/access-to-files.ts';
import { legacyAddress } from '../social/apps/api.ts';
import { scimFamily, scimRoutes } from '../identity/provisioning/api.ts';
import { listEnabledProviders } from '../identity/providers/providers.ts';
import { getOwnBrand } from '../platform/settings/branding.ts';
import { getSiteSettings } from '../platform/settings/site-settings.ts';
import { fullGuideText } from '../social/citations/guide.ts';
import { chatLiveKinds, signalChat } from '../social/chat/live.ts';
import { mountSockets } from '../social/chat/socket/sockets.ts';
import { feedLiveKind, signalNewPosts } from '../social/feed/fan-out.ts';
import { isSigned, namedCrawler } from '../social/crawlers/recognition.ts';
import { commentsMenu } from '../social/comments/thread-list.ts';
import { reactionsMenu } from '../social/components/reactions.ts';
import { postsMenu } from '../social/posts/components/post-menu.ts';
import { plaza } from '../social/product.ts';
import { openLive } from '../social/live/open-live.ts';
import { livePages } from '../social/live/pages.ts';
import { getCounters, notificationLiveKinds } from '../social/notifications/counters.ts';
import { listRoutes } from '../social/lists/routes.ts';
import { identityFeatures, operatorFeatures } from './identity-features.ts';
import { agentFeatures } from './agent-features.ts';
import { paidFeatures, paidOperations } from './paid-features.ts';
import { freeTools, toolGroups, toolkitFeatures } from './toolkit.ts';
import { socialFeatures } from './social-features.ts';
import { messagesMenu } from '../social/chat/views/message-menu.ts';
import { plazaMcp } from '../agents/mcp/services.ts';
import { describePlazaWebhooks } from '../social/webhooks/payloads.ts';
import { menuPages, quickStartPage, referencePages } from './pages.ts';

/** Additional prefixes for programs: unknown paths below them are answered in JSON. */
const openPrefixes = ['/api', '/citations', '/.well-known'];

const agentPrefixes = ['/a2a', '/mcp', '/agent', '/oauth2'];

const frontLinks = (base: string) =>
  [
    ['/.well-known/api-catalog', 'api-catalog'],
    ['/openapi.json', 'service-desc'],
    ['/api-docs', 'service-doc'],
    ['/llms.txt', 'describedby'],
  ]
    .map(([path = '', relation = '']) => `<${base}${path}>; rel="${relation}"`)
    .join(', ');

/** The server of Plaza. */
export async function socialServer(app: App, assets: Assets): Promise<FastifyInstance> {
  // The first page has it without waiting, also after a client closed its half of the connection.
  await getOwnBrand(app);
  await listEnabledProviders(app);
  const site: Site = {
    product: onceInEachLanguage(plaza),
    own: async (app) => ({ own: await getOwnBrand(app) }),
    base: app.config.plazaUrl,
    other: app.config.hopUrl,
    layout: createLayout(assets),
    identify: identifyPage,
    counts: getCounters,
    publicPages: openPublicPages(app, () => isGated(app)),
    privatePrefixes: ['/messages/', '/apis/php/chat/'],
  };
  const identifyCaller = identifySocial(findAgent);
  const family = socialFamily(identifyCaller, recordApiCall);
  const agents = agentFamily(identifyAgent(findAgent));
  const server = await createServer(app, {
    site,
    families: [
      { prefix: '/apis', family },
      { prefix: '/scim', family: scimFamily },
      ...openPrefixes.map((prefix) => ({ prefix, family: oauthFamily })),
      ...agentPrefixes.map((prefix) => ({ prefix, family: agents })),
    ],
    rewriteUrl: ({ url = '' }) => legacyAddress(url),
    isListedOrigin: isOriginOfAnyApp,
    findMoved: (url) => findMoved(app, url),
    // A flood of crawlers is shed before people are. Those that sign can be told apart, and blocked.
    yields: ({ headers }) => !isSigned(headers) && namedCrawler(headers) !== undefined,
  });
  // Discovery links for programs (RFC 8288, RFC 9727).
  server.addHook('onRequest', (request, reply, done) => {
    if (request.url === '/') reply.header('link', frontLinks(app.config.plazaUrl));
    done();
  });
  gateCrawlers(server, app);
  const live = openLive(app, [...notificationLiveKinds, ...chatLiveKinds, feedLiveKind]);
  const stopSignals = [signalNewPosts(app, live), signalChat(app, live)];
  server.addHook('preClose', (done) => {
    for (const stop of stopSignals) stop();
    live.close();
    done();
  });
  mountSockets(server, app, live);
  const describe = await describeApi(server, {
    title: 'Plaza',
    version: '4.2.1',
    description: 'A social network for people, apps and agents',
    app,
    base: app.config.plazaUrl,
    contact: `${app.config.plazaUrl}/contact`,
    security: [{ ApiKey: [], ApiSignature: [], ApiTimestamp: [] }],
    webhooks: () => inLanguage(sourceLanguage, describePlazaWebhooks),
    guide: async () => fullGuideText(await getSiteSettings(app), app.config.plazaUrl),
  });
  addOperations(server, app);
  await server.register(assetRoutes(assets, plaza()));
  await server.register(siteDocuments(app, plaza(), app.config.plazaUrl, getOwnBrand));
  await server.register(brandRoutes(app));
  await server.register(
    fileRoutes(app.files, accessToFiles(app, [identifyPage, identifyCaller], canReadFile)),
  );
  const operations = [...collect(socialFeatures, 'routes'), ...listRoutes(socialFeatures)];
  mount(server, app, family, operations);
  mount(server, app, agents, collect(agentFeatures, 'routes'));
  mount(server, app, agents, collect(agentFeatures, 'textRoutes'), { takesText: true });
  const mcp = plazaMcp(family, operations, collect(socialFeatures, 'pages'), freeTools);
  mount(server, app, agents, mcpRoutes('plazaUrl', mcp), { takesText: true });
  const paidMcp = paidMcpRoutes(paidOperations(app), toolGroups(app), documentedInput);
  mount(server, app, agents, paidMcp, { takesText: true });
  mount(server, app, scimFamily, scimRoutes, { takesText: true });
  const textRoutes = collect([...socialFeatures, ...operatorFeatures], 'textRoutes');
  mount(server, app, oauthFamily, textRoutes, { takesText: true });
  mount(
    server,
    app,
    oauthFamily,
    collect([...socialFeatures, ...agentFeatures, ...paidFeatures, ...toolkitFeatures], 'bareRoutes'),
  );
  await mountPaid(server, app, paidOperations(app), { groups: toolGroups(app), identify: identifyCaller });
  mountPages(server, app, site, [
    ...collect(
      [
        ...identityFeatures('plazaUrl'),
        ...operatorFeatures,
        ...socialFeatures,
        ...agentFeatures,
        ...paidFeatures,
        ...toolkitFeatures,
      ],
      'pages',
    ),
    ...livePages(live),
    ...referencePages(describe),
    quickStartPage(describe, '/developers/quick-start'),
    ...menuPages({
      post: postsMenu,
      comment: commentsMenu,
      reactions: reactionsMenu,
      message: messagesMenu,
    }),
  ]);
  return server;
}
