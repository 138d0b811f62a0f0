/** Day arithmetic on ISO texts, without a clock. */

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysInMonth(year: number, month: number): number {
  const next = month === 12 ? 365 : (DAYS_BEFORE_MONTH[month] ?? 365);
  return next - (DAYS_BEFORE_MONTH[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);
}

/** Whether the text is a day of the calendar. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Days since 0000-03-01 or thereabouts: only differences mean something. */
export function dayNumber(day: string): number {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  const before = year - 1;
  return (
    365 * year +
    Math.floor(before / 4) -
    Math.floor(before / 100) +
    Math.floor(before / 400) +
    (DAYS_BEFORE_MONTH[month - 1] ?? 0) +
    (month > 2 && isLeap(year) ? 1 : 0) +
    Number(day.slice(8, 10))
  );
}

/** Whole months from one day to another: 2026-01-31 → 2026-03-30 is 1. Negative when `to` is before `from`. */
export function wholeMonthsBetween(from: string, to: string): number {
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  return Number(to.slice(8, 10)) < Number(from.slice(8, 10)) ? months - 1 : months;
}

/** `YYYY-MM` plus months. */
export function addMonths(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The same day some months later, or the last day of a shorter month. */
export function addMonthsToDay(day: string, count: number): string {
  const month = addMonths(day.slice(0, 7), count);
  const last = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
  return `${month}-${String(Math.min(last, Number(day.slice(8, 10)))).padStart(2, '0')}`;
}

/** Whether a day is the last of its month. */
export function isMonthEnd(day: string): boolean {
  return Number(day.slice(8, 10)) === daysInMonth(Number(day.slice(0, 4)), Number(day.slice(5, 7)));
}
