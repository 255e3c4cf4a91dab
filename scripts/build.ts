// Makes build/ from the sources, unless they are the same as last time: docs/decisions/0018-one-bundle.md.
import { ensureBuild } from './build/ensure-build.ts';

await ensureBuild();
