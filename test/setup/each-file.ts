import { afterAll } from 'vitest';
import { endFile } from '../support/end-of-file.ts';
import { lowerPasswordCost } from '../support/password-cost.ts';

// Registered before the hooks of the file itself, and so run after them.
afterAll(endFile);
lowerPasswordCost();
