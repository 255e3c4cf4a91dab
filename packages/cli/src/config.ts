import { mkdir, readFile, rename, rmdir, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isExpired, refreshSession, type Session } from '../../sdk/src/oauth.ts';

type Service = 'hop' | 'plaza';

/** What a person has signed in to: with a key or access token, or in their browser. */
interface Profile {
  baseUrl: string;
  token?: string;
  session?: Session;
}

type Config = Partial<Record<Service, Profile>>;

const file = () => join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'plaza', 'config.json');

async function readConfig(): Promise<Config> {
  try {
    return JSON.parse(await readFile(file(), 'utf8')) as Config;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${file()} cannot be read`, { cause: error });
  }
}

export const readProfile = async (service: Service): Promise<Profile | undefined> =>
  (await readConfig())[service];

/** The service that a person uses: from `HOP_URL` and `HOP_KEY` (or `PLAZA_…`), or what `login` has stored. */
export async function findProfile(
  service: Service,
): Promise<{ baseUrl: string; token: string | (() => Promise<string>) }> {
  const [url, token] = ['URL', service === 'hop' ? 'KEY' : 'TOKEN'].map(
    (name) => process.env[`${service.toUpperCase()}_${name}`],
  );
  if (url && token) return { baseUrl: url, token };
  const profile = await readProfile(service);
  if (!profile)
    throw new Error(`You are not signed in. Run: ${service} login https://${service}.example.org`);
  return { baseUrl: profile.baseUrl, token: profile.token ?? (() => freshToken(service)) };
}

/** How the programs call the services: a person would rather wait than begin again, and reads why. */
export const patience = {
  longestWait: 90_000,
  fetch: async (...call: Parameters<typeof fetch>): Promise<Response> => {
    const answer = await fetch(...call);
    const seconds = Number(answer.headers.get('retry-after'));
    if (answer.status === 429 && seconds > 1 && seconds <= 90)
      process.stderr.write(`Too many requests: waiting for ${seconds} seconds\n`);
    return answer;
  },
};

/** Stores a profile where only its owner can read it, or removes it. Returns the file. */
export async function saveProfile(service: Service, profile: Profile | undefined): Promise<string> {
  const config: Config = { ...(await readConfig()), [service]: profile };
  await mkdir(dirname(file()), { recursive: true, mode: 0o700 });
  // Another program reads the old file or the new one, never a part.
  const draft = `${file()}.${process.pid}`;
  await writeFile(draft, JSON.stringify(config, null, 2), { mode: 0o600 });
  await rename(draft, file());
  return file();
}

async function freshToken(service: Service): Promise<string> {
  const session = await needSession(service);
  return isExpired(session) ? alone(() => refresh(service)) : session.accessToken;
}

/** Another program may have refreshed it in the meantime. */
async function refresh(service: Service): Promise<string> {
  const session = await needSession(service);
  if (!isExpired(session)) return session.accessToken;
  const fresh = await refreshSession(session);
  await saveProfile(service, { baseUrl: fresh.baseUrl, session: fresh });
  return fresh.accessToken;
}

async function needSession(service: Service): Promise<Session> {
  const session = (await readProfile(service))?.session;
  if (!session) throw new Error(`You are not signed in. Run: ${service} login`);
  return session;
}

/** Milliseconds after which a lock is of a program that was killed. */
const oldest = 60_000;

/** Runs in one program at a time: a refresh token works once. */
async function alone<Result>(run: () => Promise<Result>): Promise<Result> {
  const lock = `${file()}.lock`;
  while (
    !(await mkdir(lock).then(
      () => true,
      () => false,
    ))
  ) {
    const since = await stat(lock).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (since > oldest) await rmdir(lock).catch(() => undefined);
    else await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    return await run();
  } finally {
    await rmdir(lock).catch(() => undefined);
  }
}
