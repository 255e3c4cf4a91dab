import { inLanguage, onceInEachLanguage, sourceLanguage } from '../web/translation/languages.ts';
import { t } from '../web/translation/translate.ts';
import type { FastifyInstance } from 'fastify';
import { identifyLinks } from '../identity/sessions/identify-links.ts';
import { recordActivity } from '../identity/team/members.ts';
import { identifyInWorkspace } from '../identity/sessions/end-access.ts';
import { listSwitchableWorkspaces } from '../identity/team/workspaces.ts';
import { hopResources } from '../agents/discovery/documents.ts';
import { findAgent } from '../agents/identity/tokens.ts';
import { mcpRoutes } from '../agents/mcp/api.ts';
import { recordApiCall } from '../agents/settings/own-agents.ts';
import { agentSettingsPages } from '../agents/settings/pages.ts';
import type { App } from '../platform/app.ts';
import { collect } from '../platform/feature.ts';
import { createLayout } from '../web/layout.ts';
import { assetRoutes } from '../platform/http/assets/asset-routes.ts';
import type { Assets } from '../platform/http/assets/assets.ts';
import { agentFamily } from '../platform/http/families/agents.ts';
import { linksFamily } from '../platform/http/families/links.ts';
import { mountPages } from '../platform/http/families/page.ts';
import type { Site } from '../platform/http/families/page.ts';
import { mount } from '../platform/http/mount.ts';
import { describeApi } from '../platform/http/documents/openapi.ts';
import { listEnabledProviders } from '../identity/providers/providers.ts';
import { getOwnBrand } from '../platform/settings/branding.ts';
import { addOperations, brandRoutes, siteDocuments } from '../platform/http/documents/site-documents.ts';
import { areasOf } from '../platform/http/scopes.ts';
import { createServer } from '../platform/http/server.ts';
import { otherPathRoutes } from '../links/shorten/other-path-routes.ts';
import { batchRoutes } from '../links/shorten/batch/batch.ts';
import { batchChangeRoutes } from '../links/shorten/batch/changes.ts';
import { addTogether } from '../links/shorten/api.ts';
import { bioPublicPages, openBioPages } from '../links/bio/public-pages.ts';
import { keyPages } from '../links/dashboard/key-pages.ts';
import { interstitials, showHeld } from '../links/interstitials/show-pages.ts';
import { codePictureRoutes } from '../links/qr/pictures.ts';
import { showCode } from '../links/qr/public.ts';
import { followedRoutes } from '../links/redirect/followed-routes.ts';
import { hopLandingText } from '../links/landing.ts';
import { trackingScriptRoute } from '../links/conversions/script.ts';
import { siteDocumentRoutes } from '../links/site-documents-route.ts';
import { clickRoutes } from '../links/statistics/click-routes.ts';
import { describeHopWebhooks } from '../links/webhooks/payloads.ts';
import { liveStatisticsPages } from '../links/statistics/live.ts';
import { openRedirect } from '../links/redirect/open-redirect.ts';
import { createResponses } from '../links/redirect/responses.ts';
import { linksMenu } from '../links/dashboard/views/link-table.ts';
import { membersMenu } from '../links/account/member-views.ts';
import { blockMenu } from '../links/bio/views/blocks.ts';
import { ownedMenu } from '../links/owned/menu.ts';
import { hop } from '../links/product.ts';
import { identityFeatures } from './identity-features.ts';
import { linksFeatures } from './links-features.ts';
import { hopMcp } from '../agents/mcp/services.ts';
import { menuPages, quickStartPage, referencePages, trialKeyPage } from './pages.ts';

/** Prefixes for programs: unknown paths below them are answered in JSON. */
const machinePrefixes = ['/api', '/apis', '/a2a', '/agent', '/oauth2', '/.well-known'];

/** The server of Hop: the API, the dashboard, and for all other paths the redirect. */
export async function linksServer(app: App, assets: Assets): Promise<FastifyInstance> {
  await getOwnBrand(app);
  await listEnabledProviders(app);
  const site: Site = {
    product: onceInEachLanguage(() => {
      const product = hop();
      // Features declare their entries in English, before the reader is known.
      const ofFeatures = collect(linksFeatures, 'navigation').map((entry) => ({
        ...entry,
        label: t(entry.label),
        ...(entry.group !== undefined && { group: t(entry.group) }),
      }));
      return {
        ...product,
        navigation: [...ofFeatures, ...product.navigation],
      };
    }),
    own: async (app) => {
      const { name, style } = await getOwnBrand(app);
      return { own: { style }, ...(name !== undefined && { sibling: name }) };
    },
    base: app.config.hopUrl,
    other: app.config.plazaUrl,
    layout: createLayout(assets),
    identify: identifyInWorkspace,
    workspaces: listSwitchableWorkspaces,
    acted: recordActivity,
  };
  const identify = identifyLinks(findAgent);
  const family = linksFamily(identify, async (app, caller, path) => {
    await recordApiCall(app, caller, path);
    await recordActivity(app, caller, path);
  });
  const agents = agentFamily(identify, 'hopUrl');
  const redirect = await openRedirect(app, createResponses(assets, app.config));
  const arriving = liveStatisticsPages(app);
  const clicks = clickRoutes(app);
  const bios = openBioPages(app);
  const server = await createServer(app, {
    site,
    families: [...machinePrefixes.map((prefix) => ({ prefix, family })), { prefix: '/mcp', family: agents }],
    // Redirects are most of the traffic, so they are handled before Fastify.
    first: (request, response, pass) => redirect.handle(request, response, pass),
  });
  server.addHook('preClose', (done) => {
    arriving.live.close();
    clicks.live.close();
    done();
  });
  server.addHook('onClose', () => redirect.close());
  server.addHook('onClose', (_server, done) => {
    bios.close();
    done();
  });
  const describe = await describeApi(server, {
    title: 'Hop',
    version: '1.0.0',
    description: 'Branded short links with statistics',
    app,
    base: app.config.hopUrl,
    contact: `${app.config.plazaUrl}/contact`,
    webhooks: () => inLanguage(sourceLanguage, describeHopWebhooks),
    security: [{ BearerKey: [] }],
  });
  addOperations(server, app);
  await server.register(assetRoutes(assets, hop()));
  trackingScriptRoute(server);
  siteDocumentRoutes(server, app, hopLandingText(app.config.hopUrl), hopResources(app.config));
  await server.register(siteDocuments(app, hop(), app.config.hopUrl));
  await server.register(brandRoutes(app));
  await server.register(codePictureRoutes(app));
  const operations = collect(linksFeatures, 'routes');
  const batch = [...batchRoutes(operations, addTogether), ...batchChangeRoutes(operations)];
  mount(server, app, family, [...operations, ...batch, ...clicks.routes, ...otherPathRoutes(operations)]);
  mount(server, app, agents, mcpRoutes('hopUrl', hopMcp(family, [...operations, ...batch])), {
    takesText: true,
  });
  // Pages for links that do not redirect directly. All others redirect.
  followedRoutes(server, app, site, redirect, {
    ...interstitials,
    bio: bios.show,
    code: showCode,
    held: showHeld,
  });
  mountPages(server, app, site, [
    ...collect([...linksFeatures, ...identityFeatures('hopUrl')], 'pages'),
    ...agentSettingsPages,
    ...keyPages(areasOf(operations)),
    ...bioPublicPages(redirect.count),
    ...arriving.pages,
    ...referencePages(describe),
    trialKeyPage,
    quickStartPage(describe, '/developers'),
    ...menuPages({ link: linksMenu, block: blockMenu, owned: ownedMenu, member: membersMenu }),
  ]);
  return server;
}
