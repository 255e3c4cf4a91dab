import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a person has signed in to. */
export interface Profile {
  baseUrl: string;
  /** An API key, or an access token of OAuth. */
  token: string;
}

type Config = Partial<Record<'hop' | 'plaza', Profile>>;

const file = () => join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'plaza', 'config.json');

async function readConfig(): Promise<Config> {
  try {
    return JSON.parse(await readFile(file(), 'utf8')) as Config;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${file()} cannot be read`, { cause: error });
  }
}

/** The service that a person uses: from `HOP_URL` and `HOP_KEY` (or `PLAZA_…`), or what `login` has stored. */
export async function findProfile(service: 'hop' | 'plaza'): Promise<Profile> {
  const [url, token] = ['URL', service === 'hop' ? 'KEY' : 'TOKEN'].map(
    (name) => process.env[`${service.toUpperCase()}_${name}`],
  );
  if (url && token) return { baseUrl: url, token };
  const profile = (await readConfig())[service];
  if (!profile)
    throw new Error(`You are not signed in. Run: ${service} login https://${service}.example.org`);
  return profile;
}

/** Stores a profile where only its owner can read it, or removes it. Returns the file. */
export async function saveProfile(service: 'hop' | 'plaza', profile: Profile | undefined): Promise<string> {
  const config: Config = { ...(await readConfig()), [service]: profile };
  await mkdir(dirname(file()), { recursive: true, mode: 0o700 });
  await writeFile(file(), JSON.stringify(config, null, 2), { mode: 0o600 });
  return file();
}
