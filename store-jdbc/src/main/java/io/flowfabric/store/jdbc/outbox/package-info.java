/**
 * The outbox of the SQL stores. Events are written in pages: what one transaction appends is one row of {@code event_pages}, or
 * several when it is much. A page is written once and never changed.
 *
 * <p><b>Positions.</b> A page has a number, and the position of an event is the number of its page and a place in it
 * ({@link io.flowfabric.store.jdbc.outbox.PageNumbers}). Page numbers ascend in the order in which pages are settled, so positions do.
 *
 * <p><b>Trimming.</b> Pages go from the front, in the order of their numbers. A page goes as a whole when it is old enough and every
 * execution that it may tell of is gone; that is known from row numbers alone, and the page is not read. A page that is much older is
 * opened: events of executions that are still kept are stored as rows of {@code events} under their positions, where they are found by
 * their execution and deleted with it, and the page goes. The same table holds what was written before there were pages.
 *
 * <p><b>Reading.</b> Pages are read first and rows after them, by statements in this order: an event that is moved in between is
 * met twice and taken once.
 *
 * <p><b>The form of a page</b>, version 1. Numbers are unsigned in groups of seven bits, the lowest first, except for columns, where the
 * sign is the lowest bit. Texts are UTF-8, and texts and bytes follow their length.
 *
 * <pre>
 * page     = version (1 byte), count of events, records
 * record   = length in bytes, template, own values
 * template = its number; one more than those before: followed by the columns that it fills and its values
 * columns  = a bit for each column of an event
 * </pre>
 *
 * <p>Templates hold the columns that events of a page mostly share, and say which others an event fills. An execution id of no bytes
 * is that of the event before. What does not fit this form is damage: of one event where a record is sound, else of the page.
 */
@NullMarked
package io.flowfabric.store.jdbc.outbox;

import org.jspecify.annotations.NullMarked;
