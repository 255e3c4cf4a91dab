// The consent page in Chromium, from sign-in to a token, and the page of connected apps on both services.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { openContext } from '../../chromium/browser.ts';
import { startServices, type Services } from '../../services.ts';
import { createWorld, password } from '../../world.ts';
import { violationsIn } from '../check-page.ts';

/* eslint-disable @typescript-eslint/no-deprecated -- the test services use HTTP; this option is deprecated so that nobody overlooks it */
const insecure = { [oauth.allowInsecureRequests]: true };

describe('the consent page', () => {
  let services: Services;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    await createWorld(services.app);
  });
  after(() => services.stop());

  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const)
    it(`connects an app at ${width} px, which both services list and disconnect`, async () => {
      const issuer = new URL(services.plaza);
      const server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
      );
      // An installed app listens on a free port, which it does not register.
      const app = createServer((_request, response) => response.end('Back in the app'));
      await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
      const redirectUri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
      const client = await oauth.processDynamicClientRegistrationResponse(
        await oauth.dynamicClientRegistrationRequest(
          server,
          {
            client_name: `Reader ${width}`,
            redirect_uris: ['http://127.0.0.1/callback'],
            grant_types: ['authorization_code', 'refresh_token'],
            token_endpoint_auth_method: 'none',
          },
          insecure,
        ),
      );
      const verifier = oauth.generateRandomCodeVerifier();
      const address = new URL(server.authorization_endpoint ?? '');
      address.search = new URLSearchParams({
        client_id: client.client_id,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'read write messages pay links:read',
        state: 'state-of-the-app',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).toString();

      const context = await openContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      page.setDefaultTimeout(8000);
      await page.goto(address.href);
      await page.getByLabel('Username or email').fill('ada');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: `Let Reader ${width} act for you?` }).waitFor();
      assert.deepEqual(await violationsIn(page), []);
      await page.getByLabel('Messages').uncheck();
      // Payments need a limit, which the page says without losing what was chosen.
      await page.getByLabel('Pay from your wallet').check();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Enter the most that it may pay per day').first().waitFor();
      assert.equal(await page.getByLabel('Messages').isChecked(), false);
      await page.getByLabel(/Most it may pay per day/).fill('2.50');
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.waitForURL(`${redirectUri}?**`, { timeout: 15_000 });
      const answer = oauth.validateAuthResponse(server, client, new URL(page.url()), 'state-of-the-app');
      const tokens = await oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.None(),
          answer,
          redirectUri,
          verifier,
          insecure,
        ),
      );
      assert.equal(tokens.scope, 'read write pay links:read');

      await page.goto(`${services.plaza}/settings/agents`);
      await page.getByRole('link', { name: `Reader ${width}` }).waitFor();
      assert.deepEqual(await violationsIn(page), []);
      // Both services are at the same host here, so the session is the same.
      await page.goto(`${services.hop}/settings/agents`);
      const row = page.locator('tr', { hasText: `Reader ${width}` });
      await row.getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByText('Agent disconnected').waitFor();
      const gone = await fetch(`${services.plaza}/apis/php/user/profile`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
      assert.equal(gone.status, 401);
      await context.close();
      app.closeAllConnections();
      app.close();
    });
});
