import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { device, addPerson } from '../../../test/world.ts';
import { startServices, type Services } from '../../../test/services.ts';
import { createAccessKey } from '../../identity/access-keys.ts';
import { startSession } from '../../identity/sessions/sessions.ts';
import { projectFolder } from '../../kernel/project-folder.ts';
import { sampleLanguages, type SampleLanguage } from './samples.ts';
import { type QuickStart, quickStartOf } from './steps.ts';

const run = promisify(execFile);

/** How a sample is run: its file, and the program with its words. */
const interpreters: Readonly<Record<SampleLanguage, [file: string, program: string, words: string[]]>> = {
  curl: ['sample.sh', 'sh', []],
  TypeScript: ['sample.ts', process.execPath, []],
  Python: ['sample.py', 'python3', []],
  PHP: ['sample.php', 'php', []],
  Go: ['sample.go', 'go', ['run']],
};

async function isInstalled(language: SampleLanguage): Promise<boolean> {
  const [, program] = interpreters[language];
  const found = await run('sh', ['-c', `command -v ${language === 'curl' ? 'curl' : program}`]).catch(
    () => undefined,
  );
  return found !== undefined;
}

/** Both quick starts as a document, with public example addresses. */
function toMarkdown(starts: readonly QuickStart[]): string {
  const fence = { curl: 'sh', TypeScript: 'ts', Python: 'python', PHP: 'php', Go: 'go' } as const;
  const sections = starts.map(({ service, base, variable, steps }) =>
    [
      `## ${service}`,
      `The credential is in \`${variable}\`.`,
      ...steps.map(({ title, method, path, samples }) =>
        [
          `### ${title}`,
          `\`${method} ${path}\``,
          ...sampleLanguages.map(
            (language) =>
              `${language}:\n\n\`\`\`${fence[language]}\n${samples[language].replaceAll(base, `https://${service.toLowerCase()}.example`)}\n\`\`\``,
          ),
        ].join('\n\n'),
      ),
    ].join('\n\n'),
  );
  return `# Quick start\n\n<!-- prettier-ignore-start -->\n<!-- Made of the OpenAPI documents: UPDATE=true npm test -- src/web/quick-start/quick-start.test.ts -->\n\n${sections.join('\n\n')}\n\n<!-- prettier-ignore-end -->\n`;
}

describe('the quick start', () => {
  let services: Services;
  let folder: string;
  let starts: QuickStart[];
  before(async () => {
    services = await startServices();
    folder = await mkdtemp(join(tmpdir(), 'quick-start-'));
    const documents = [services.plaza, services.hop].map(async (base) => {
      const answer = await fetch(`${base}/openapi.json`);
      return quickStartOf((await answer.json()) as object);
    });
    starts = await Promise.all(documents);
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await services.stop();
  });

  for (const language of sampleLanguages)
    it(`has samples in ${language} that run, where it is installed`, async (context) => {
      if (!(await isInstalled(language))) return context.diagnostic(`${language} is not installed`);
      const [name, program, words] = interpreters[language];
      // A person each: nobody posts the same text twice.
      const person = await addPerson(services.app, `user${language.toLowerCase()}`);
      const environment = {
        ...process.env,
        PLAZA_TOKEN: await startSession(services.app, person.id, device),
        HOP_KEY: await createAccessKey(services.app, person.id),
      };
      for (const { service, steps } of starts)
        for (const { title, samples } of steps) {
          const file = join(folder, name);
          // An alias is free once.
          const once = samples[language].replaceAll(
            /"custom": ?"\w+"|'custom' => '\w+'|\\"custom\\":\\"\w+\\"/g,
            (match) => match.replace(/\w+(\\?["'])$/, `${language.toLowerCase()}$1`),
          );
          await writeFile(file, once);
          const { stdout } = await run(program, [...words, file], {
            env: { ...process.env, ...environment },
          });
          const isDone = service === 'Hop' ? /error\D{1,8}0/ : /success/;
          assert.match(stdout, isDone, `${title}: ${stdout.slice(0, 300)}`);
        }
    });

  it('is the one in docs/quick-start.md', async () => {
    const file = join(projectFolder, 'docs/quick-start.md');
    const text = toMarkdown(starts);
    if (process.env.UPDATE) await writeFile(file, text);
    assert.equal(await readFile(file, 'utf8'), text);
  });

  it('has a page at both services, and a Postman collection of every operation', async () => {
    for (const [base, path] of [
      [services.plaza, '/developers/quick-start'],
      [services.hop, '/developers'],
    ] as const) {
      for (const language of sampleLanguages) {
        const page = await (await fetch(`${base}${path}?in=${language}`)).text();
        assert.ok(page.includes(`<span>${language}</span>`), language);
      }
      const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as {
        paths: Record<string, object>;
      };
      const { item } = (await (await fetch(`${base}/postman.json`)).json()) as { item: { item: object[] }[] };
      const operations = Object.values(paths).flatMap((each) => Object.keys(each));
      assert.equal(item.flatMap((folder) => folder.item).length, operations.length);
    }
  });
});
