import type { Area } from '../area.ts';
import { operatorOperations } from './operations.ts';
import { appealOperations } from './operations-appeals.ts';
import { blockOperations } from './operations-blocks.ts';
import { requestOperations } from './operations-requests.ts';
import { signUpOperations } from './operations-sign-ups.ts';

export const operator: Area = {
  name: 'operator',
  toolset: 'account',
  tags: { Operator: 'For operators of the server: reports of members, and the accounts that they are about.' },
  operations: [
    ...operatorOperations,
    ...signUpOperations,
    ...blockOperations,
    ...appealOperations,
    ...requestOperations,
  ],
  untrustedFields: [
    'QueuedAppeal.email',
    'QueuedAppeal.reason',
    'SignUpBlock.value',
    'QueuedAppeal.text',
    'QueuedAppeal.target_text',
    'WaitingSignUp.email',
    'WaitingSignUp.join_reason',
    'QueuedReport.comment',
    'QueuedReport.reporter_username',
    'QueuedReport.target_text',
    'QueuedReport.reported_text',
    'ReportedImage.alt_text',
    'QueuedReport.target_username',
  ],
};
