import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from '../../test/app.ts';
import { watchTwins } from '../../test/toolkit/twins.ts';
import { Problem } from '../kernel/problem.ts';
import { entryOf } from './catalog/entry.ts';
import { findTool } from './catalog/find-tool.ts';
import { runTool } from './run-tool.ts';

// Random input within the schema of every tool. TOOL_RUNS=200 runs as many cases as before a release.

const runs = Number(process.env.TOOL_RUNS ?? 3);

interface Parameter {
  type?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  contentEncoding?: string;
}

function valueOf({
  type,
  enum: words,
  minimum,
  maximum,
  minLength = 0,
  maxLength = 1000,
  contentEncoding,
}: Parameter) {
  if (words) return fc.constantFrom(...words);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer')
    return fc.oneof(
      fc.integer({ min: minimum!, max: Math.min(maximum!, Math.max(minimum!, 200)) }),
      fc.constantFrom(minimum!),
    );
  if (type === 'number') return fc.double({ min: minimum!, max: maximum!, noNaN: true });
  if (contentEncoding) return fc.base64String({ maxLength: 400 });
  const length = { minLength, maxLength: Math.min(maxLength, 300) };
  const text = fc.oneof(
    fc.string({ ...length, unit: 'grapheme' }),
    fc.string({ ...length, unit: 'binary' }),
    fc.json(),
  );
  return text.filter((created) => created.length >= minLength && created.length <= maxLength);
}

test(`every tool accepts or rejects ${runs} random inputs`, async (shared) => {
  // A busy machine must not end a run.
  const app = { ...shared, config: { ...shared.config, TOOL_SECONDS: 60 } };
  const broken: string[] = [];
  const isTwin = watchTwins();
  for (const { slug } of entryOf.values()) {
    const found = await findTool(slug);
    if (!found || found.tool.network || (isTwin(found) && runs < 10 && slug.length % 20 > 0)) continue;
    const shape = Object.fromEntries(
      Object.entries(found.tool.input.properties as Record<string, Parameter>).map(([name, parameter]) => [
        name,
        valueOf(parameter),
      ]),
    );
    for (const input of fc.sample(fc.record(shape), {
      numRuns: runs,
      seed: Number(process.env.TOOL_SEED ?? 1),
    })) {
      const wrong = await runTool(app, found, input, { class: 'free', owner: '' }).then(
        () => undefined,
        (error: unknown) =>
          error instanceof Problem && error.status < 500 && error.code !== 'tool_failed' ? undefined : error,
      );
      const cause = wrong instanceof Error && wrong.cause instanceof Error ? wrong.cause : wrong;
      const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : '';
      if (said !== '') broken.push(`${slug} ${JSON.stringify(input).slice(0, 300)}: ${said.slice(0, 200)}`);
    }
  }
  assert.deepEqual(broken, []);
});
