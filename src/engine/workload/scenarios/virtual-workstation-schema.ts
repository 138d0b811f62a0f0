/** What a caller says about virtual workstations. */
import { type Static, Type } from 'typebox';
import { USER_TYPES } from '../../sizing/workstation/user-types.js';

export const UserGroup = Type.Object(
  {
    type: Type.Enum(USER_TYPES, { description: 'Kind of work: sets the defaults of the other fields.' }),
    count: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Named users of that kind.' }),
    frameBufferGiB: Type.Optional(
      Type.Number({ minimum: 0.25, maximum: 192, description: 'Graphics memory a user, GiB.' }),
    ),
    vcpu: Type.Optional(Type.Number({ minimum: 0.25, maximum: 128, description: 'vCPUs a user.' })),
    memoryGiB: Type.Optional(Type.Number({ minimum: 0.5, maximum: 1024, description: 'Host memory a user, GiB.' })),
  },
  { additionalProperties: false, description: 'Users of one kind.' },
);

export const VirtualWorkstationWorkload = Type.Object(
  {
    scenario: Type.Literal('virtual-workstation'),
    users: Type.Array(UserGroup, { minItems: 1, maxItems: 20, description: 'Users by kind.' }),
    concurrencyRatio: Type.Optional(
      Type.Number({ minimum: 0.01, maximum: 1, default: 1, description: 'Share of the users at work at the peak.' }),
    ),
    seating: Type.Optional(
      Type.Union([Type.Literal('machine-per-user'), Type.Literal('shared-sessions')], {
        default: 'machine-per-user',
        description: 'A machine for each user, or several sessions on one machine (session hosts, own vGPU profiles).',
      }),
    ),
    displayWidth: Type.Optional(Type.Integer({ minimum: 640, maximum: 16_384, default: 1920, description: 'Pixels.' })),
    displayHeight: Type.Optional(
      Type.Integer({ minimum: 480, maximum: 16_384, default: 1080, description: 'Pixels.' }),
    ),
    displays: Type.Optional(Type.Integer({ minimum: 1, maximum: 8, default: 1, description: 'Screens a user.' })),
    framesPerSecond: Type.Optional(
      Type.Number({ minimum: 1, maximum: 144, default: 30, description: 'Frames per second of the remote picture.' }),
    ),
    bitrateMbps: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1000,
        default: 10,
        description: 'Public traffic of a user at work, Mbit/s.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Desktops with 3D graphics, streamed to users.' },
);
export type VirtualWorkstationWorkload = Static<typeof VirtualWorkstationWorkload>;
