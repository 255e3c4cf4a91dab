import type { FastifyInstance } from 'fastify';
import { activationPages } from '../identity/activation/pages.ts';
import { avatarPages } from '../identity/account/avatar-pages.ts';
import { identifyLinks } from '../identity/sessions/identify.ts';
import { identityPages } from '../identity/sign-in/pages.ts';
import { noteAct } from '../identity/team/acts.ts';
import { identifyInWorkspace } from '../identity/sessions/identify-workspace.ts';
import { switchable } from '../identity/team/switchable.ts';
import { passkeyPages } from '../identity/passkeys/pages.ts';
import { resetPages } from '../identity/reset/pages.ts';
import { secondFactorPages } from '../identity/second-factor/pages.ts';
import { settingsElsewhere, settingsPages } from '../identity/profile/settings-pages.ts';
import { welcomeElsewhere } from '../identity/sign-up/welcome-elsewhere.ts';
import type { App } from '../platform/app.ts';
import { makeLayout } from '../platform/html/layout.ts';
import { assetRoutes } from '../platform/http/assets/asset-routes.ts';
import type { Assets } from '../platform/http/assets/assets.ts';
import { linksFamily } from '../platform/http/families/links.ts';
import { mountPages } from '../platform/http/families/page.ts';
import type { Site } from '../platform/http/families/page.ts';
import { mount } from '../platform/http/mount.ts';
import { describeApi } from '../platform/http/documents/openapi.ts';
import { addOperations } from '../platform/http/documents/operations.ts';
import { areasOf } from '../platform/http/scopes.ts';
import { siteDocuments } from '../platform/http/documents/site-documents.ts';
import { makeServer } from '../platform/http/server.ts';
import { aliasRoutes } from '../links/aliases/routes.ts';
import { batchRoutes } from '../links/batch/routes.ts';
import { accountRoutes } from '../links/account/routes.ts';
import { accountDataPages } from '../links/account-data/pages.ts';
import { bioPages } from '../links/bio/public/pages.ts';
import { bioPublicPages } from '../links/bio/public/public-pages.ts';
import { bioRoutes } from '../links/bio/page/routes.ts';
import { openBioPages } from '../links/bio/public/open-pages.ts';
import { campaignLinkPages } from '../links/campaigns/link-pages.ts';
import { campaignPages } from '../links/campaigns/pages.ts';
import { campaignPublicPages } from '../links/campaigns/public-pages.ts';
import { campaignRoutes } from '../links/campaigns/routes.ts';
import { channelItemPages } from '../links/channels/item-pages.ts';
import { channelPages } from '../links/channels/pages.ts';
import { channelRoutes } from '../links/channels/routes.ts';
import { keyPages } from '../links/dashboard/api-pages.ts';
import { dashboardPages } from '../links/dashboard/pages.ts';
import { askPages } from '../links/domains/ask-pages.ts';
import { domainPages } from '../links/domains/pages.ts';
import { domainRoutes } from '../links/domains/routes.ts';
import { interstitials } from '../links/interstitials/followed-pages.ts';
import { interstitialPages } from '../links/interstitials/pages.ts';
import { linkRoutes } from '../links/links/routes.ts';
import { tryRoutes } from '../links/links/try-routes.ts';
import { overlayAnswerPages } from '../links/overlays/answer-pages.ts';
import { overlayPages } from '../links/overlays/pages.ts';
import { overlayPreviewPages } from '../links/overlays/preview-pages.ts';
import { overlayRoutes } from '../links/overlays/routes.ts';
import { pixelConsentPages } from '../links/pixels/consent-pages.ts';
import { pixelPages } from '../links/pixels/pages.ts';
import { pixelRoutes } from '../links/pixels/routes.ts';
import { splashPages } from '../links/splash/pages.ts';
import { splashPreviewPages } from '../links/splash/preview-pages.ts';
import { splashRoutes } from '../links/splash/routes.ts';
import { oneCodePages } from '../links/qr/codes/code-pages.ts';
import { codePages } from '../links/qr/codes/pages.ts';
import { codePicturePages } from '../links/qr/public/picture-pages.ts';
import { codePictureRoutes } from '../links/qr/public/picture-routes.ts';
import { codeRoutes } from '../links/qr/codes/routes.ts';
import { showCode } from '../links/qr/public/show-code.ts';
import { followedRoutes } from '../links/redirect/followed-routes.ts';
import { robotsRoute } from '../links/robots-route.ts';
import { tagPages } from '../links/tags/pages.ts';
import { webhookPages } from '../links/webhooks/pages.ts';
import { webhookRoutes } from '../links/webhooks/routes.ts';
import { tagRoutes } from '../links/tags/routes.ts';
import { livePages } from '../links/statistics/live/live-pages.ts';
import { statisticsPages } from '../links/statistics/pages.ts';
import { statisticsRoutes } from '../links/statistics/routes.ts';
import { transferPages } from '../links/transfer/pages.ts';
import { openRedirect } from '../links/redirect/open-redirect.ts';
import { teamPages } from '../links/team/pages.ts';
import { workspacePages } from '../links/team/workspace-pages.ts';
import { safetyListPages } from '../links/safety/lists/list-pages.ts';
import { safetyOperatorPages } from '../links/safety/reviews/operator-pages.ts';
import { safetyPublicPages } from '../links/safety/reviews/public-pages.ts';
import { showHeld } from '../links/interstitials/show-held.ts';
import { planPages } from '../links/plans/pages.ts';
import { namedShapes } from './named-shapes.ts';

/** Below these, addresses without a route are answered in JSON: only programs ask for them. */
const machinePrefixes = ['/api', '/apis', '/a2a', '/agent', '/oauth2', '/.well-known'];

/** Everything at Hop's address: the API, the dashboard, and for all other paths the redirect. */
export async function linksServer(app: App, assets: Assets): Promise<FastifyInstance> {
  const site: Site = {
    service: 'hop',
    base: app.config.hopUrl,
    other: app.config.plazaUrl,
    layout: makeLayout(assets),
    identify: identifyInWorkspace,
    workspaces: switchable,
    acted: noteAct,
  };
  const family = linksFamily(identifyLinks, noteAct);
  const redirect = await openRedirect(app, assets);
  const arriving = livePages(app);
  const bios = openBioPages(app);
  const server = await makeServer(app, {
    site,
    families: machinePrefixes.map((prefix) => ({ prefix, family })),
    // Followed links are most of the traffic: they are answered before Fastify sees them.
    first: (request, response, pass) => redirect.handle(request, response, pass),
  });
  server.addHook('preClose', async () => {
    if (server.server.listening) await redirect.drain();
  });
  server.addHook('preClose', (done) => {
    arriving.live.close();
    done();
  });
  server.addHook('onClose', () => redirect.close());
  server.addHook('onClose', (_server, done) => {
    bios.close();
    done();
  });
  await describeApi(server, {
    title: 'Hop',
    version: '1.0.0',
    description: 'Branded short links with statistics.',
    base: app.config.hopUrl,
    shapes: () => namedShapes('links'),
    security: [{ BearerKey: [] }],
  });
  addOperations(server, app);
  await server.register(assetRoutes(assets, 'hop'));
  robotsRoute(server);
  await server.register(siteDocuments(app, 'hop'));
  await server.register(codePictureRoutes(app));
  const operations = [
    ...accountRoutes,
    ...linkRoutes,
    ...tryRoutes,
    ...pixelRoutes,
    ...overlayRoutes,
    ...splashRoutes,
    ...domainRoutes,
    ...channelRoutes,
    ...campaignRoutes,
    ...bioRoutes,
    ...webhookRoutes,
    ...codeRoutes,
    ...statisticsRoutes,
    ...tagRoutes,
  ];
  mount(server, app, family, [...operations, ...batchRoutes(operations), ...aliasRoutes(operations)]);
  // How a followed link is shown that does not simply lead on; what is missing here leads on all the same.
  followedRoutes(server, app, site, redirect, {
    ...interstitials,
    bio: bios.show,
    code: showCode,
    held: showHeld,
  });
  mountPages(server, app, site, [
    ...dashboardPages,
    ...keyPages(areasOf(operations)),
    ...planPages,
    ...webhookPages,
    ...channelPages,
    ...channelItemPages,
    ...campaignPages,
    ...campaignLinkPages,
    ...campaignPublicPages,
    ...codePages,
    ...oneCodePages,
    ...codePicturePages,
    ...bioPages,
    ...bioPublicPages(redirect.count),
    ...statisticsPages,
    ...arriving.pages,
    ...domainPages,
    ...transferPages,
    ...pixelPages,
    ...pixelConsentPages,
    ...splashPages,
    ...splashPreviewPages,
    ...overlayPages,
    ...overlayPreviewPages,
    ...overlayAnswerPages,
    ...interstitialPages,
    ...tagPages,
    ...askPages,
    ...teamPages,
    ...accountDataPages,
    ...workspacePages,
    ...safetyPublicPages,
    ...safetyOperatorPages,
    ...safetyListPages,
    ...identityPages,
    ...resetPages,
    ...secondFactorPages,
    ...passkeyPages('hopUrl'),
    ...activationPages,
    ...avatarPages,
    ...settingsPages,
    ...settingsElsewhere,
    ...welcomeElsewhere,
  ]);
  return server;
}
