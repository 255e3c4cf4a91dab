import { msg, Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { inTransaction, verb } from '../../platform/app.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { getEnabledProvider, type Provider } from '../providers/providers.ts';
import { endProviderSessions } from '../sessions/end-access.ts';
import type { Device } from '../sessions/sessions.ts';
import { countMessage } from './requests.ts';
import { logoutUrl, settingsOf, toPem } from './saml.ts';
import { samlLogoutTask, type SamlLogout } from './saml-task.ts';

/** A logout request as a browser brings it. */
interface Brought extends Pick<SamlLogout, 'request' | 'query'> {
  slug: string;
  origin: string;
  relayState: string;
}

/** How long a request is remembered: after that, it is too old. */
const longestAge = minutes(10);

/**
 * Ends the sessions that a provider names in a signed request (single logout). Returns where the browser goes: to the
 * provider with the answer, or undefined if it has no address for that.
 */
export const receiveSamlLogout = verb(
  {
    name: 'provider-sign-in.receive-saml-logout',
    who: 'anyone',
    limit: { by: ['address'], calls: 30, within: minutes(1) },
  },
  async (
    app,
    { slug, origin, relayState, ...brought }: Brought,
    device: Device,
  ): Promise<string | undefined> => {
    const provider = await getEnabledProvider(app, slug);
    if (!provider.saml) throw badRequest();
    const { clientId: entityId, issuer } = provider;
    const { certificates } = provider.saml;
    try {
      const { id, nameId, sessions } = await runSandboxed(
        app,
        samlLogoutTask,
        { ...brought, url: logoutUrl(origin, slug), entityId, issuer, certificates },
        { class: 'free', owner: device.address, seconds: 5 },
      );
      // A request that is sent again must not end sessions that began since.
      if (!(await countMessage(app, provider, `logout ${id}`, longestAge)))
        throw new Error('a request that was used before');
      await inTransaction(app, async (app) => {
        for (const sid of sessions.length === 0 ? [undefined] : sessions)
          await endProviderSessions(app, provider.id, { subject: nameId, sid });
      });
      return await answerUrl(provider, id, relayState);
    } catch (error) {
      if (error instanceof Problem && error.kind === 'unavailable') throw error;
      app.log.warn({ provider: slug, err: error as Error }, 'a logout request was refused');
      throw badRequest(error);
    }
  },
);

const badRequest = (cause?: unknown) =>
  new Problem('invalid', msg('This is not a valid logout request'), { field: 'SAMLRequest', cause });

/** The provider's address with a signed LogoutResponse, in the redirect binding. */
async function answerUrl(provider: Provider, id: string, relayState: string): Promise<string | undefined> {
  const { signInUrl, signOutUrl = '', certificates } = settingsOf(provider);
  if (signOutUrl === '') return undefined;
  const { SAML } = await import('@node-saml/node-saml');
  const saml = new SAML({
    entryPoint: signInUrl,
    logoutUrl: signOutUrl,
    callbackUrl: signInUrl,
    issuer: provider.clientId,
    idpCert: certificates,
    privateKey: toPem(provider.secret),
    signatureAlgorithm: 'sha256',
  });
  const request = { ID: id } as Parameters<typeof saml.getLogoutResponseUrlAsync>[0];
  return saml.getLogoutResponseUrlAsync(request, relayState, {}, true);
}
