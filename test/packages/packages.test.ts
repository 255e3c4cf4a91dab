// One file, since all suites build the packages into the same folders.
import './cli.ts';
import './cli-readme.ts';
import './runtimes.ts';
import './sdk.ts';
