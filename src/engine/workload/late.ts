/**
 * What is made when somebody reads it: hundreds of shapes are weighed for an answer, a few of them are told.
 *
 * Classes, because a getter on a prototype costs nothing, while one in an object literal costs microseconds each time the
 * literal is made.
 */
import type { Finding } from '../finding.js';
import type { OptionReport, Rejection } from './scenario.js';

/** A report of an option, made part by part at the first reading. */
export class LateReport implements OptionReport {
  #performance: OptionReport['performance'] | (() => OptionReport['performance']);
  #findings: OptionReport['findings'] | (() => OptionReport['findings']);

  constructor(
    performance: OptionReport['performance'] | (() => OptionReport['performance']),
    findings: () => readonly Finding[],
  ) {
    this.#performance = performance;
    this.#findings = findings;
  }

  get performance(): OptionReport['performance'] {
    if (typeof this.#performance === 'function') this.#performance = this.#performance();
    return this.#performance;
  }

  get findings(): readonly Finding[] {
    if (typeof this.#findings === 'function') this.#findings = this.#findings();
    return this.#findings;
  }
}

/** A rejection whose sentence is written at the first reading. */
export class LateRejection implements Rejection {
  readonly code: string;
  #finding: Finding | (() => Finding);

  constructor(code: string, finding: () => Finding) {
    this.code = code;
    this.#finding = finding;
  }

  get finding(): Finding {
    if (typeof this.#finding === 'function') this.#finding = this.#finding();
    return this.#finding;
  }
}
