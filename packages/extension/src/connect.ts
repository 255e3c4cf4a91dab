import { ApiError } from '../../sdk/src/hop.ts';
import { startSignIn } from '../../sdk/src/oauth.ts';
import { type Connection, disconnect, hopAt, readConnection, saveConnection, scope } from './connection.ts';
import { clearErrors, fillPage, find, showError, text } from './page.ts';

const address = find<HTMLInputElement>('address');
const key = find<HTMLInputElement>('key');
const submit = find<HTMLButtonElement>('sign-in');

fillPage();
find('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void connect();
});
find('disconnect').addEventListener('click', () => void disconnect().then(show));
await show();

async function show(): Promise<void> {
  const connection = await readConnection();
  find('asking').hidden = connection !== undefined;
  find('connected').hidden = connection === undefined;
  if (connection) find('who').textContent = text('connectedTo', new URL(connection.baseUrl).host);
  else address.focus();
}

async function connect(): Promise<void> {
  clearErrors();
  const origin = originOf(address.value);
  if (!origin) return showError(text('addressMissing'), 'address');
  submit.disabled = true;
  submit.textContent = text('signingIn');
  try {
    // While the click counts. The APIs are open to all origins, so it also works without.
    await chrome.permissions.request({ origins: [`${origin}/*`] }).catch(() => false);
    await saveConnection(await (key.value.trim() === '' ? signIn(origin) : useKey(origin)));
    await show();
  } catch (error) {
    showRefused(error, origin);
  } finally {
    submit.disabled = false;
    submit.textContent = text('signIn');
  }
}

function originOf(typed: string): string | undefined {
  const words = typed.trim();
  const given = /^https?:\/\//.test(words) ? words : `https://${words}`;
  return words !== '' && URL.canParse(given) ? new URL(given).origin : undefined;
}

class Declined extends Error {}

async function signIn(origin: string): Promise<Connection> {
  const signIn = await startSignIn(origin, {
    // Services refuse programs that have their own name.
    name: text('program'),
    redirectUri: chrome.identity.getRedirectURL(),
    scope,
  });
  const returned = await chrome.identity
    .launchWebAuthFlow({ url: signIn.url, interactive: true })
    .catch((cause: unknown) => {
      throw new Declined('The window was closed', { cause });
    });
  if (!returned || new URL(returned).searchParams.has('error')) throw new Declined('The person declined');
  return { baseUrl: origin, session: await signIn.finish(returned) };
}

async function useKey(origin: string): Promise<Connection> {
  await hopAt(origin, key.value.trim()).account();
  return { baseUrl: origin, key: key.value.trim() };
}

function showRefused(error: unknown, origin: string): void {
  if (error instanceof Declined) return showError(text('declined'));
  if (!(error instanceof ApiError)) return showError(text('unreachable', new URL(origin).host), 'address');
  if (error.status === 401 && key.value.trim() !== '') return showError(text('wrongKey'), 'key');
  if (error.status === 404) return showError(text('notHop'), 'address');
  showError(error.message);
}
