/** The registry of scenarios. To add one: its file here, and its line below. */
import type { ScenarioDefinition } from '../scenario.js';

export const SCENARIOS: Readonly<Record<string, ScenarioDefinition<never>>> = {};
