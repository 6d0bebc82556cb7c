package colophon

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
)

// Error is what the service refuses. Its message has the status, the code and the place of the first fault.
type Error = GenericOpenAPIError

// Refusal is the *Error in an error, nil if the service has not refused.
func Refusal(err error) *Error {
	var refused *Error
	errors.As(err, &refused)
	return refused
}

// Must gives the answer of a request, and panics with its error: for programs that end with it.
func Must[T any](answer T, _ *http.Response, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

// Fault is one reason of a refusal.
type Fault struct {
	Status, Code, Title, Detail string
	Source                      struct{ Pointer, Parameter, Header string }
}

// Place of a fault: a JSON pointer into the body, a query parameter or a header.
func (f Fault) Place() string {
	return f.Source.Pointer + f.Source.Parameter + f.Source.Header
}

// Faults are all reasons; none in a response of another server, such as a proxy.
func (e GenericOpenAPIError) Faults() []Fault {
	var answer struct{ Errors []Fault }
	_ = json.Unmarshal(e.body, &answer)
	return answer.Errors
}

func (e GenericOpenAPIError) first() Fault {
	return append(e.Faults(), Fault{Code: "unknown"})[0]
}

// Status of HTTP, 0 when the response could not be read. A 304 says that what was read before is still so.
func (e GenericOpenAPIError) Status() int {
	status, _ := strconv.Atoi(e.error[:min(3, len(e.error))])
	return status
}

// Code of the first fault, such as not_found.
func (e GenericOpenAPIError) Code() string { return e.first().Code }

// Pointer to the first fault in the body, such as /data/attributes/title.
func (e GenericOpenAPIError) Pointer() string { return e.first().Source.Pointer }

func (e GenericOpenAPIError) text() string {
	fault := e.first()
	if fault.Detail == "" {
		return e.error
	}
	place := ""
	if fault.Place() != "" {
		place = " at " + fault.Place()
	}
	return fmt.Sprintf("%s %s%s: %s", fault.Status, fault.Code, place, fault.Detail)
}
