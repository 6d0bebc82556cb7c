package colophon

import (
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
)

// ListRequest is a request of a list before its Execute, such as ListDocuments(ctx).Include("poster").
type ListRequest[P any] interface {
	Execute() (P, *http.Response, error)
}

// Pages goes through the pages of a list, by cursor where it has cursors. The last one has an error if a page could not be read.
func Pages[R ListRequest[P], P any](request R) iter.Seq2[P, error] {
	return func(yield func(P, error) bool) {
		next := request
		if first, ok := any(request).(interface{ PageAfter(string) R }); ok && !isSet(request, "page", "pageAfter", "pageBefore") {
			next = first.PageAfter("")
		}
		for {
			page, response, err := next.Execute()
			if !yield(page, err) || err != nil {
				return
			}
			var isMore bool
			if next, isMore = following(next, response); !isMore {
				return
			}
		}
	}
}

// Items goes through the resources of a list, over all its pages.
func Items[R ListRequest[P], P interface{ GetData() []T }, T any](request R) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page, err := range Pages(request) {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range page.GetData() {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// Whether the user has chosen a page.
func isSet(request any, fields ...string) bool {
	for _, name := range fields {
		if field := reflect.ValueOf(request).FieldByName(name); field.IsValid() && !field.IsNil() {
			return true
		}
	}
	return false
}

// The request of the page after a response.
func following[R any](request R, response *http.Response) (R, bool) {
	var answer struct{ Links struct{ Next string } }
	if json.NewDecoder(response.Body).Decode(&answer) != nil || answer.Links.Next == "" {
		return request, false
	}
	link, err := url.Parse(answer.Links.Next)
	if err != nil {
		return request, false
	}
	query := link.Query()
	if after := query.Get("page[after]"); after != "" {
		if one, ok := any(request).(interface{ PageAfter(string) R }); ok {
			return one.PageAfter(after), true
		}
	}
	number, err := strconv.ParseInt(query.Get("page"), 10, 64)
	if one, ok := any(request).(interface{ Page(int64) R }); ok && err == nil {
		return one.Page(number), true
	}
	return request, false
}

// Related gives the included resources of a relationship that are of type T, in its order:
// Related[ImagesResource](page.Included, document.Relationships.Poster).
func Related[T, I any](included []I, relationship any) []*T {
	var links struct {
		Data json.RawMessage
	}
	text, _ := json.Marshal(relationship)
	_ = json.Unmarshal(text, &links)
	type identifier struct{ Type, Id string }
	var many []identifier
	if json.Unmarshal(links.Data, &many) != nil {
		many = make([]identifier, 1)
		_ = json.Unmarshal(links.Data, &many[0])
	}
	found := []*T{}
	for _, link := range many {
		for _, one := range included {
			var resource any = &one
			if union, ok := any(&one).(interface{ GetActualInstance() any }); ok {
				resource = union.GetActualInstance()
			}
			typed, ok := resource.(*T)
			if ok && textOf(typed, "Type") == link.Type && textOf(typed, "Id") == link.Id {
				found = append(found, typed)
			}
		}
	}
	return found
}

func textOf(resource any, field string) string {
	value := reflect.Indirect(reflect.ValueOf(resource)).FieldByName(field)
	if value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	if value.Kind() != reflect.String {
		return ""
	}
	return value.String()
}
