import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { codeAddress, encodedText, type CodeInput } from './code.ts';
import { plain, parseDesign } from '../drawing/design.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { fitDrawing } from '../drawing/fit.ts';
import { queueDrawing } from '../drawing/drawing-queue.ts';
import { prepareCode, type Before } from './prepare-code.ts';
import { loadLogo } from '../drawing/load-logo.ts';

/** Preview of a code. */
export interface Preview {
  /** Undefined: it cannot be drawn. */
  drawing: Drawing | undefined;
  /** The encoded text. Undefined if an example is shown because the content is incomplete. */
  says: string | undefined;
  problem: Problem | undefined;
}

/** Placeholder for a new code, with the length of a real one so that the QR code has the same size. */
const example = 'abc234';

/** Draws a preview of a code. Errors are part of the result. */
export async function previewCode(
  app: Pick<App, 'outbound' | 'config' | 'log'>,
  viewer: Pick<Viewer, 'id'>,
  input: CodeInput,
  before?: Before & { code: string },
): Promise<Preview> {
  const code = before?.code ?? example;
  try {
    const prepared = await prepareCode(app, viewer, code, input, before);
    return { drawing: prepared.drawing, says: encodedText(app.config, prepared.code), problem: undefined };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return { drawing: await drawExample(app, viewer, code, input, before), says: undefined, problem: error };
  }
}

async function drawExample(
  app: Pick<App, 'outbound' | 'config' | 'log'>,
  viewer: Pick<Viewer, 'id'>,
  code: string,
  { design, logo }: CodeInput,
  before: Before | undefined,
): Promise<Drawing | undefined> {
  try {
    const wanted = parseDesign(before?.design ?? plain, design);
    const middle = logo === undefined ? before?.logo : await loadLogo(app, viewer, logo);
    const { drawing } = await queueDrawing(viewer.id, () =>
      fitDrawing(codeAddress(app.config, { code }), wanted, middle ?? undefined),
    );
    return drawing;
  } catch (error) {
    // The error is already shown.
    if (error instanceof Problem && error.status < 500) return undefined;
    throw error;
  }
}
